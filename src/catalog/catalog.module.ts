import { Module } from '@nestjs/common';
import { CatalogLoader } from './catalog-loader.js';

/** What is known of the world's software. */
@Module({ providers: [CatalogLoader], exports: [CatalogLoader] })
export class CatalogModule {}
