import { LeagueFile, LeagueFileSeason } from '@fieldhouse/contract/seasons/league-file'
import {
  type FileProblem,
  LEAGUE_FILE_FORMAT,
  LEAGUE_FILE_VERSION,
} from '@fieldhouse/domain/interchange/league-file-format'
import { z } from 'zod'
import { type JsonBudget, parseJson } from '../../../files/json.ts'

/** For twenty seasons with the lineups of every week. */
const LEAGUE_FILE_BUDGET: JsonBudget = { maxDepth: 16, maxValues: 3_000_000 }
/** One more than a response has, so that it says that there are more. */
const MAX_PROBLEMS = 101

/** Where the format is written, so that a larger budget applies. */
const START_LENGTH = 2000

const Header = LeagueFile.pick({ format: true, league: true, exported_at: true }).extend({
  version: z.literal(LEAGUE_FILE_VERSION),
  seasons: z.array(z.unknown()).min(1).max(100),
})

/** A season of a league file: checked, and as it is in the file, for storage. */
export type ReadSeason = { season: LeagueFileSeason; body: string }

export type ReadLeagueFile = { version: number; seasons: ReadSeason[]; problems: FileProblem[] }

/** Parses a JSON file of any format. Throws a SyntaxError. */
export function parseFileJson(text: string): unknown {
  return text.slice(0, START_LENGTH).includes(LEAGUE_FILE_FORMAT)
    ? parseJson(text, LEAGUE_FILE_BUDGET)
    : parseJson(text)
}

export function isLeagueFile(json: unknown): boolean {
  return z.object({ format: z.literal(LEAGUE_FILE_FORMAT) }).safeParse(json).success
}

/**
 * Checks a file against its schema, one season after the other, until there are about a hundred problems. Without
 * problems, all its seasons are valid.
 */
export function readLeagueFile(json: unknown): ReadLeagueFile {
  const versionProblem = checkVersion(json)
  if (versionProblem !== null) return { version: 0, seasons: [], problems: [versionProblem] }
  const header = Header.safeParse(json)
  if (!header.success) return { version: 0, seasons: [], problems: toProblems(header.error, []) }
  const { seasons: documents, ...rest } = header.data
  const seasons: ReadSeason[] = []
  const problems: FileProblem[] = []
  for (const [index, document] of documents.entries()) {
    if (problems.length >= MAX_PROBLEMS) break
    const found = findListProblems(document, ['seasons', index])
    for (const problem of found) problems.push(problem)
    if (found.length > 0) continue
    const season = LeagueFileSeason.safeParse(document)
    if (!season.success) {
      for (const problem of toProblems(season.error, ['seasons', index])) problems.push(problem)
      continue
    }
    if (seasons.some((each) => each.season.season === season.data.season)) {
      const detail = `the season ${season.data.season} is in the file twice`
      problems.push({ row: null, field: pathText(['seasons', index, 'season']), detail })
    }
    seasons.push({ season: season.data, body: JSON.stringify({ ...rest, seasons: [document] }) })
  }
  return { version: rest.version, seasons, problems }
}

const LISTS = {
  owners: LeagueFileSeason.shape.owners.unwrap().element,
  teams: LeagueFileSeason.shape.teams.element,
  games: LeagueFileSeason.shape.games.unwrap().element,
  weekly_scores: LeagueFileSeason.shape.weekly_scores.unwrap().element,
  lineups: LeagueFileSeason.shape.lineups.unwrap().element,
  transactions: LeagueFileSeason.shape.transactions.unwrap().element,
}

/** The first problems of the elements of the season's lists. A schema itself would report all of them. */
function findListProblems(document: unknown, base: readonly PropertyKey[]): FileProblem[] {
  const problems: FileProblem[] = []
  for (const [name, element] of Object.entries(LISTS)) {
    const list = (document as Record<string, unknown> | null)?.[name]
    if (!Array.isArray(list)) continue
    for (const [index, each] of list.entries()) {
      if (problems.length >= MAX_PROBLEMS) return problems
      const { error } = element.safeParse(each)
      if (error !== undefined) problems.push(...toProblems(error, [...base, name, index]))
    }
  }
  return problems
}

function checkVersion(json: unknown): FileProblem | null {
  const version = z.object({ version: z.int().min(1) }).safeParse(json)
  if (!version.success) {
    const detail = `must be the version of the format, such as ${LEAGUE_FILE_VERSION}`
    return { row: null, field: 'version', detail }
  }
  if (version.data.version <= LEAGUE_FILE_VERSION) return null
  const detail = `the file has version ${version.data.version}, but this server reads versions up to ${LEAGUE_FILE_VERSION}. Update Fieldhouse, or export the file in an older version`
  return { row: null, field: 'version', detail }
}

function toProblems(error: z.ZodError, base: readonly PropertyKey[]): FileProblem[] {
  return error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
    row: null,
    field: pathText([...base, ...path]),
    detail: message.replace(/\.$/, ''),
  }))
}

/** Such as `seasons[0].games[3].home.points`. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return text === '' ? 'file' : text.replace(/^\./, '')
}
