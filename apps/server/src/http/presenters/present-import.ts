import type { ImportMark } from '@fieldhouse/contract/fields'
import type { LeagueImport } from '../../repositories/leagues/league-import.ts'
import { toWire } from './to-wire.ts'

/** No field for what was created on this server. */
export function presentImport(leagueImport: LeagueImport | null): { imported?: ImportMark } {
  return leagueImport === null ? {} : { imported: toWire(leagueImport) }
}
