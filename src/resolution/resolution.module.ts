import { Module } from '@nestjs/common';
import { ResolutionEngine } from './resolution-engine.js';

/** From a name on a list to package, repository and product. */
@Module({ providers: [ResolutionEngine], exports: [ResolutionEngine] })
export class ResolutionModule {}
