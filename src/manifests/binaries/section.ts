/** A named part of a program. */
export interface Section {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}
