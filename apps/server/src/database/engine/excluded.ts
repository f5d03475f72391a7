import { type RawBuilder, sql } from 'kysely'

export function excluded<Column extends string>(
  ...columns: readonly Column[]
): Record<Column, RawBuilder<never>> {
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as Record<
    Column,
    RawBuilder<never>
  >
}
