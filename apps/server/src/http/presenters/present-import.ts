import type { ImportMark } from '@fieldhouse/contract/fields'
import type { LeagueImport } from '../../repositories/leagues/league-import.ts'

/** No field for what was created on this server. */
export function presentImport(leagueImport: LeagueImport | null): { imported?: ImportMark } {
  return leagueImport === null ? {} : { imported: presentImportMark(leagueImport) }
}

export function presentImportMark({ by, at }: LeagueImport): ImportMark {
  return { by, at: at.toISOString() }
}
