import { Module } from '@nestjs/common';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { ProjectSecrets } from './project-secrets.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

/** Source projects that bills are made from. */
@Module({
  imports: [RulesetsModule],
  controllers: [ProjectsController],
  providers: [ProjectSecrets, ProjectsRepository, ProjectsService],
})
export class ProjectsModule {}
