import { Module } from '@nestjs/common';
import { CatalogController } from './catalog.controller.js';
import { CatalogLoader } from './catalog-loader.js';

/** What is known of the world's software. */
@Module({ controllers: [CatalogController], providers: [CatalogLoader], exports: [CatalogLoader] })
export class CatalogModule {}
