import { expect } from 'vitest'
import type { TestClient } from './start-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses are untyped JSON
type Json = any

/** What the provider's responses contain of a season. */
export type RecordedMoves = {
  season: number
  /** The IDs of the trades that took place. */
  trades: readonly string[]
  /** The number of picks of its draft; null if no draft was recorded. */
  picks: number | null
  hasTransactions: boolean
  hasLineups: boolean
}

/** How far before and after a pick its spot is compared. Source: analytics, 11. */
const SPOT_WINDOW = 8

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Reads the drafts, transactions, trades and moves of a league through the API, and compares them with what was recorded. */
export async function checkMoves(
  client: TestClient,
  league: string,
  recorded: readonly RecordedMoves[],
): Promise<{ trades: number; results: number; picks: number; values: number }> {
  const path = `/api/league/${encodeURIComponent(league)}/`
  const read = async (part: string): Promise<Json> => {
    const { status, body } = await client.get(`${path}${part}`)
    expect([part, status, body.error]).toEqual([part, 200, undefined])
    return body
  }
  const counts = { trades: 0, results: 0, picks: 0, values: 0 }
  const drafts: Json[] = []
  for (const season of recorded) {
    counts.trades += season.trades.length
    counts.results += await checkTransactions(read, season)
    drafts.push(await checkDraft(read, season))
    await checkWinners(read, season)
  }
  counts.picks = sum(drafts.map(({ picks }) => picks.length))
  counts.values = checkDraftValues(drafts)
  return counts
}

type Read = (part: string) => Promise<Json>

/** Each recorded trade is listed once and has a page whose sides add to zero. Returns how many have a result. */
async function checkTransactions(read: Read, { season, trades, hasTransactions }: RecordedMoves) {
  const first = await read(`transactions/?season=${season}`)
  if (!hasTransactions) {
    expect([season, first.transactions, first.weeks, first.next]).toEqual([season, [], [], null])
    // The provider may have said that there are none.
    expect([null, 'not_read']).toContain(first.unavailable)
    return 0
  }
  expect([season, first.unavailable, first.transactions.length > 0]).toEqual([season, null, true])
  const listed: Json[] = []
  for (let before: string | null = ''; before !== null; ) {
    const cursor: string = before === '' ? '' : `&before=${before}`
    const page: Json = await read(`transactions/?season=${season}&kind=trade&limit=100${cursor}`)
    listed.push(...page.transactions)
    before = page.next
  }
  expect([season, listed.map(({ id }) => id).sort()]).toEqual([season, trades.toSorted()])
  let results = 0
  for (const { id, team_ids: teamIds } of listed) {
    const page = await read(`trades/${season}/${id}/`)
    expect(page.trade.id).toBe(id)
    expect(page.teams.map((team: Json) => team.team_id)).toEqual(teamIds)
    if (page.unavailable !== null) {
      expect([id, page.sides, page.through_week]).toEqual([id, [], null])
      continue
    }
    results += 1
    expect([id, page.sides.length]).toEqual([id, teamIds.length])
    for (const figure of ['net_started', 'net_all'])
      expect([id, sum(page.sides.map((side: Json) => side[figure]))]).toEqual([id, expect.closeTo(0, 6)])
    for (const { received } of page.sides)
      for (const { started, all, weeks } of received)
        if (weeks === 0) expect([id, started, all]).toEqual([id, 0, 0])
  }
  return results
}

/** A recorded draft has a board with all its picks, and a season without one says so. */
async function checkDraft(read: Read, { season, picks }: RecordedMoves): Promise<Json> {
  const draft = await read(`insights/draft/?season=${season}`)
  if (picks === null || picks === 0) {
    expect([season, draft.unavailable === null, draft.picks, draft.teams]).toEqual([season, false, [], []])
    return draft
  }
  expect([season, draft.unavailable, draft.picks.length]).toEqual([season, null, picks])
  const overall = draft.picks.map((pick: Json) => pick.overall)
  expect(overall).toEqual([...new Set(overall)].sort((a, b) => Number(a) - Number(b)))
  const unvalued = draft.values_unavailable !== null
  for (const pick of draft.picks)
    if (unvalued || pick.is_keeper) expect([season, pick.value]).toEqual([season, null])
  if (unvalued)
    expect(draft.teams.filter((team: Json) => team.value !== null || team.grade !== null)).toEqual([])
  return draft
}

/**
 * The values of an auction add to zero. Those of other drafts are the points beyond the mean of the picks at most
 * eight spots away, in all drafts of the same kind. Source: analytics, 11. Returns the number of values.
 */
function checkDraftValues(drafts: readonly Json[]): number {
  const rated = drafts.filter((draft) => draft.unavailable === null && draft.values_unavailable === null)
  let values = 0
  for (const draft of rated) {
    const valued = draft.picks.filter((pick: Json) => pick.value !== null)
    values += valued.length
    if (draft.kind === 'auction') {
      expect(sum(valued.map((pick: Json) => pick.value))).toBeCloseTo(0, 6)
      continue
    }
    // The rookie drafts of these leagues take turns in another way than their startup drafts.
    const alike = rated.filter(({ kind }) => kind === draft.kind)
    const lengthOf = ({ picks }: Json) => Math.max(...picks.map(({ overall }: Json) => overall))
    const longest = Math.max(...alike.map(lengthOf))
    const spotOf = (pick: Json, each: Json) => (pick.overall * longest) / lengthOf(each)
    const known = alike.flatMap((each) =>
      each.picks
        .filter((pick: Json) => !pick.is_keeper && pick.above_replacement !== null)
        .map((pick: Json) => ({ spot: spotOf(pick, each), points: pick.above_replacement })),
    )
    for (const pick of valued) {
      const near = known.filter(({ spot }) => Math.abs(spot - spotOf(pick, draft)) <= SPOT_WINDOW + 1e-9)
      const expected = sum(near.map(({ points }) => points)) / near.length
      expect([draft.season, pick.overall, pick.value]).toEqual([
        draft.season,
        pick.overall,
        expect.closeTo(pick.above_replacement - expected, 6),
      ])
    }
    for (const team of draft.teams) {
      const own = valued.filter((pick: Json) => pick.team_id === team.team_id)
      const total = own.length === 0 ? null : expect.closeTo(sum(own.map((pick: Json) => pick.value)), 6)
      expect([draft.season, team.name, team.value]).toEqual([draft.season, team.name, total])
    }
  }
  return values
}

/** What everyone won and lost in trades adds to zero; without data there are no zeros, but a reason. */
async function checkWinners(read: Read, { season, hasTransactions, hasLineups }: RecordedMoves) {
  const moves = await read(`insights/moves/?season=${season}`)
  if (!hasTransactions) expect([season, moves.trades, moves.best_pickups]).toEqual([season, [], []])
  if (!hasLineups) {
    expect([season, moves.unavailable === null, moves.through_week]).toEqual([season, false, null])
    expect([moves.trades, moves.best_pickups, moves.pickups]).toEqual([[], [], []])
  }
  for (const trades of [moves.trades, moves.all_time.trades]) {
    expect(sum(trades.map((each: Json) => each.net))).toBeCloseTo(0, 6)
    for (const each of trades) {
      expect(each.gained - each.given).toBeCloseTo(each.net, 6)
      expect(each.won + each.even + each.lost).toBe(each.trades)
    }
  }
}
