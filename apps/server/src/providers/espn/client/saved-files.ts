import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { type LeagueSource, sourceOf } from '@fieldhouse/domain/league/league-sources'
import { SavedFileError, type SavedFiles } from '../../league-provider.ts'
import { parseCapturedBody } from '../translate/captured-body.ts'

/** Captured responses, each of which says whose it is. */
export const savedEspnFiles: SavedFiles = {
  provider: 'espn',
  recognize: (texts) => texts.map(() => true),
  async readSeason(files, { sources }) {
    const [{ name, text, json } = { name: '', text: '', json: null }] = files
    const { leagueId, season, parts, hasOwners } = parseCapturedBody(json)
    const source = sourceOf(sources, season)
    if (source?.provider !== 'espn' || source.leagueId !== leagueId)
      throw new SavedFileError(
        name,
        `id: the file is from ESPN league ${leagueId}, but ${describe(source, season)}`,
      )
    return {
      leagueId,
      season,
      files: [name],
      responses: [{ request: name, body: text }],
      parts: parts.map((part) => ({ part, requests: [name] })),
      isAddition: parts.length > 0 && !hasOwners,
    }
  },
}

function describe(source: LeagueSource | null, season: number): string {
  if (source === null) return `this league has no source for the ${season} season`
  return source.provider === 'espn'
    ? `this is league ${source.leagueId}`
    : `the ${season} season of this league is from ${LEAGUE_PROVIDERS[source.provider].label}`
}
