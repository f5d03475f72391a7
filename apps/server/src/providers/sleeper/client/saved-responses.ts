import { z } from 'zod'
import { ProviderError } from '../../league-provider.ts'
import { readLeague } from '../schemas/season-bodies.ts'

/** What a file that somebody saved from Sleeper's API contains. */
export type SleeperContent =
  | { kind: 'league'; leagueId: string; season: number; previousId: string | null; scoredWeek: number }
  | { kind: 'users' | 'rosters' | 'drafts'; leagueId: string | null }
  | { kind: 'winners_bracket' | 'losers_bracket' }
  | { kind: 'matchups' | 'transactions'; week: number }
  | { kind: 'draft' | 'picks'; draftId: string }
  /** Traded picks, of which nothing is shown. */
  | { kind: 'unused' }

/** Keys that no other file has. */
const SLEEPER_KEYS = /"(?:roster_id|roster_positions|display_name|draft_id|transaction_id|t1|t2)"\s*:/
const LAST_WEEK = 18

const Id = z.string().regex(/^\d{1,20}$/)
const Rows = z.array(z.record(z.string(), z.unknown())).min(1)

/** Whether a text is of a response with data that identify them. */
export function isSleeperText(text: string): boolean {
  return /^[[{]/.test(text) && SLEEPER_KEYS.test(text)
}

/** Whether a text is a response without data, which does not say whose it is. */
export function isEmptyText(text: string): boolean {
  return /^(?:\[\s*\]|null)$/.test(text)
}

/** What a response contains, saved as a file with a name. Throws a ProviderError that says what is wrong. */
export function readSavedContent(name: string, json: unknown): SleeperContent {
  if (json === null) throw problem("Sleeper's answer is null: it doesn't have this league or draft")
  if (Array.isArray(json) && json.length === 0) throw problem('the list is empty. Leave the file out')
  return contentOf(name, json)
}

function problem(detail: string): ProviderError {
  return new ProviderError('unexpected_shape', detail)
}

function contentOf(name: string, json: unknown): SleeperContent {
  if (!Array.isArray(json)) return objectContentOf(json)
  const rows = Rows.safeParse(json)
  const [row] = rows.success ? rows.data : []
  if (row === undefined) throw unknownFile()
  if ('transaction_id' in row) return { kind: 'transactions', week: weekOf(name, row['leg']) }
  if ('pick_no' in row) return { kind: 'picks', draftId: idOf(row, 'draft_id') }
  if ('matchup_id' in row) return { kind: 'matchups', week: weekOf(name, null) }
  if ('previous_owner_id' in row) return { kind: 'unused' }
  const leagueId = Id.safeParse(row['league_id']).data ?? null
  if ('draft_id' in row) return { kind: 'drafts', leagueId }
  if ('roster_id' in row) return { kind: 'rosters', leagueId }
  if ('display_name' in row) return { kind: 'users', leagueId }
  if ('t1' in row || 't2' in row) return { kind: bracketOf(name) }
  throw unknownFile()
}

function objectContentOf(json: unknown): SleeperContent {
  const body = z.record(z.string(), z.unknown()).safeParse(json).data ?? {}
  if ('roster_positions' in body) {
    const { league_id: leagueId, season, previous_league_id: previousId, settings } = readLeague(json)
    if (leagueId == null) throw problem('league_id: the ID of the league is missing')
    return {
      kind: 'league',
      leagueId,
      season,
      previousId: previousId ?? null,
      scoredWeek: settings?.last_scored_leg ?? 0,
    }
  }
  if ('draft_id' in body) return { kind: 'draft', draftId: idOf(body, 'draft_id') }
  throw unknownFile()
}

function idOf(row: Record<string, unknown>, key: string): string {
  const id = Id.safeParse(row[key])
  if (id.success) return id.data
  throw problem(`${key}: the ID is missing`)
}

/** The scores of a week do not contain it, so their file has to. */
function weekOf(name: string, leg: unknown): number {
  const own = z.int().min(1).max(LAST_WEEK).safeParse(leg)
  if (own.success) return own.data
  // Browsers add a number to a name that was saved before, such as "3 (1).json".
  const numbers = name.replace(/\s*\(\d+\)/g, '').match(/\d+/g) ?? []
  const week = numbers.map(Number).findLast((number) => number >= 1 && number <= LAST_WEEK)
  if (week !== undefined) return week
  throw problem('name the file after its week, such as matchups-3.json')
}

/** Both brackets have the same fields. */
function bracketOf(name: string): 'winners_bracket' | 'losers_bracket' {
  if (/los/i.test(name)) return 'losers_bracket'
  if (/win/i.test(name)) return 'winners_bracket'
  throw problem('name the file after its bracket, winners_bracket.json or losers_bracket.json')
}

function unknownFile(): ProviderError {
  return problem(
    'this is no answer that a season is read from. Upload league, users, rosters, matchups, winners_bracket, losers_bracket, transactions, drafts, draft and picks',
  )
}

/** The path of the API that answers with it. */
export function pathOf(content: Exclude<SleeperContent, { kind: 'unused' }>, leagueId: string): string {
  switch (content.kind) {
    case 'league':
      return `league/${leagueId}`
    case 'matchups':
    case 'transactions':
      return `league/${leagueId}/${content.kind}/${content.week}`
    case 'draft':
      return `draft/${content.draftId}`
    case 'picks':
      return `draft/${content.draftId}/picks`
    default:
      return `league/${leagueId}/${content.kind}`
  }
}
