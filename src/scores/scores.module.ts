import { Module } from '@nestjs/common';
import { ScoresController } from './scores.controller.js';
import { ScoresService } from './scores.service.js';

/** How risky a thing is, and why. */
@Module({ controllers: [ScoresController], providers: [ScoresService], exports: [ScoresService] })
export class ScoresModule {}
