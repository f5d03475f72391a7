import type { previewLeague } from '@fieldhouse/contract/leagues/leagues'
import type { RequestOf } from '@fieldhouse/contract/operation'
import { parseLeagueId, parseSheetUrl } from '@fieldhouse/domain/league/provider-input'
import { invalidField, orThrow } from '../../http/errors/api-error.ts'
import { parseProviderLeague, refuseOtherSport } from '../../ingestion/league-fields.ts'

/** Reads the ESPN league ID from an ID or a URL. Throws `league_id_required` and `other_sport`. */
export function parseEspnLeagueId(input: string | number): number {
  refuseOtherSport(String(input), 'espn_league_id')
  return orThrow(parseLeagueId(String(input)), 'league_id_required')
}

/** The league at its provider. Throws `league_id_required` unless exactly one is given, and `other_sport`. */
export function parseSource({
  espn_league_id: espnLeagueId,
  source,
}: Pick<NonNullable<RequestOf<typeof previewLeague>['body']>, 'espn_league_id' | 'source'>) {
  if (source === undefined)
    return { provider: 'espn', leagueId: `${parseEspnLeagueId(espnLeagueId ?? '')}` } as const
  if (espnLeagueId !== undefined) throw invalidField('source', 'Send espn_league_id or source, not both.')
  return parseProviderLeague(source)
}

/** Either field may contain the whole URL. Throws `invalid_input` for a field that cannot be parsed. */
export function parseSheetFields(
  sheetText: string,
  gidText: string | number,
): { sheetId: string | null; sheetGid: string | null } {
  const parsedSheet = parseSheetUrl(sheetText)
  const parsedGid = parseSheetUrl(String(gidText))
  if (sheetText.trim() !== '' && parsedSheet.sheetId === null)
    throw invalidField('google_sheet_id', 'Enter a Google Sheets URL or a spreadsheet ID.')
  if (String(gidText).trim() !== '' && parsedGid.gid === null && parsedGid.sheetId === null)
    throw invalidField('google_sheet_gid', "Enter the tab's gid: the number at the end of its URL.")
  return { sheetId: parsedSheet.sheetId ?? parsedGid.sheetId, sheetGid: parsedGid.gid ?? parsedSheet.gid }
}
