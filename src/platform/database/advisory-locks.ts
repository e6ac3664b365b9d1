/**
 * Keys of the locks that stand for no row. PostgreSQL has one space of them for a database, whether a session or a
 * transaction holds the lock, so two uses with one number would wait for each other. The numbers mean nothing, but stay:
 * processes of two releases run side by side during an update.
 */
export const advisoryLocks = {
  /** Of the one process that migrates. */
  migration: 7_203_911,
  /** Of the one process that makes the first administrator. */
  firstStart: 7_203_912,
  /** Of the one process that loads a source into the catalogue. */
  catalogLoad: 7_203_913,
  /** Shared: entries are scored from stored entities. */
  scoring: 7_203_914,
  /** Of a job that ends the work on all SBOMs; shared: on one. */
  publishing: 7_203_915,
  /** Of the one process that synchronises the catalogue, for hours. */
  catalogSync: 7_203_916,
  /** Shared: no file is removed from the store. */
  blobRemoval: 7_301_002,
  /** Of the one scheduler that inserts runs of monitoring. */
  monitoring: 7_306_021_544,
} as const;
