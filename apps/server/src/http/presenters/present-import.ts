import type { ImportMark } from '@fieldhouse/contract/fields'
import type { LeagueImport } from '../../repositories/leagues/league-import.ts'
import { toWire } from './to-wire.ts'

export function presentImport(leagueImport: LeagueImport | null): { imported?: ImportMark } {
  return leagueImport === null ? {} : { imported: toWire(leagueImport) }
}
