import type { SqlParameters } from './named-parameters.js';
import type { Sql } from './sql.js';

/** Methods that any driver gets from one query function. */
export abstract class BaseSql implements Sql {
  readonly isPooled: boolean = false;

  get prepared(): Sql {
    return this;
  }

  abstract query<Row extends object>(text: string, parameters?: SqlParameters): Promise<Row[]>;
  abstract run(text: string, parameters?: SqlParameters): Promise<number>;

  async one<Row extends object>(text: string, parameters: SqlParameters = {}): Promise<Row | null> {
    return (await this.query<Row>(text, parameters))[0] ?? null;
  }

  async *batches<Row extends object>(text: string, parameters: SqlParameters = {}, size = 500): AsyncIterable<Row[]> {
    const cursor = `batches_${(cursorNumber += 1)}`;
    await this.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, parameters);
    // The next batch is read while the caller works on this one.
    const fetch = (): Promise<Row[]> => this.query<Row>(`FETCH ${size} FROM ${cursor}`);
    let next = fetch();
    try {
      for (;;) {
        const rows = await next;
        if (rows.length === size) next = fetch();
        if (rows.length > 0) yield rows;
        if (rows.length < size) return;
      }
    } finally {
      await next.catch(() => undefined);
      await this.query(`CLOSE ${cursor}`).catch(() => undefined);
    }
  }
}

let cursorNumber = 0;
