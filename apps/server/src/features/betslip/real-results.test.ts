import { cutoffOf } from '@fieldhouse/domain/betslip/betting-week'
import { type Selection, selectionText } from '@fieldhouse/domain/betslip/selections'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveScoreboard } from '../../repositories/nfl.ts'
import { BETS_URL, type BetslipFixture, startBetslipFixture } from '../../testing/betslip-fixture.ts'
import { NO_PROGRESS } from '../../testing/nfl-progress.ts'
import { MOVED_GAME, NFL_RESULTS, type NflResult } from '../../testing/nfl-results-2017.ts'
import { settlementJob } from './settlement.ts'

const SEASON = 2017
const WEEKS = [10, 11, 12, 13]

type Bet = { selection: Selection; expected: 'won' | 'lost' | 'push' | 'void' }

/**
 * Every bet that the board offers for a game, and three on the exact margin and total. The results follow from the
 * figures of the source, in which a positive margin or spread is in favor of the home team, instead of our own rules.
 */
function betsOn({ gameId, homeScore, awayScore, favoredBy, total }: NflResult): Bet[] {
  const margin = homeScore - awayScore
  const compare = (actual: number, line: number) =>
    actual === line ? 'push' : actual > line ? 'won' : 'lost'
  const spread = (side: 'home' | 'away', homeFavoredBy: number): Bet => ({
    selection: {
      gameId,
      market: 'spread',
      side,
      line: (side === 'home' ? -homeFavoredBy : homeFavoredBy) + 0,
    },
    expected: side === 'home' ? compare(margin, homeFavoredBy) : compare(-margin, -homeFavoredBy),
  })
  const overUnder = (side: 'over' | 'under', line: number): Bet => ({
    selection: { gameId, market: 'total', side, line },
    expected: side === 'over' ? compare(homeScore + awayScore, line) : compare(-homeScore - awayScore, -line),
  })
  return [
    spread('home', favoredBy),
    spread('away', favoredBy),
    spread('home', margin),
    overUnder('over', total),
    overUnder('under', total),
    overUnder('over', homeScore + awayScore),
    { selection: { gameId, market: 'moneyline', side: 'home' }, expected: compare(margin, 0) },
    { selection: { gameId, market: 'moneyline', side: 'away' }, expected: compare(-margin, 0) },
  ]
}

const resultsOf = (week: number) => NFL_RESULTS.filter((each) => each.week === week)
const isMoved = ({ homeTeamId, awayTeamId }: NflResult) =>
  homeTeamId === MOVED_GAME.homeTeamId && awayTeamId === MOVED_GAME.awayTeamId

let betslip: BetslipFixture
let userIds: number[]
beforeAll(async () => {
  betslip = await startBetslipFixture()
  userIds = await addMembers(Math.max(...WEEKS.map((week) => resultsOf(week).length)) * 8)
})
beforeEach(() => betslip.db.deleteFrom('picks').execute())
afterAll(() => betslip.close())

async function addMembers(count: number): Promise<number[]> {
  const { db } = betslip
  const people = Array.from({ length: count }, (_, index) => {
    const username = `bettor${index}`
    return { username, username_key: username, email: '', first_name: '', last_name: '', password_hash: '' }
  })
  const created = await db
    .insertInto('users')
    .values(people.map((person) => ({ ...person, email_key: null, is_admin: 0, is_staff: 0, created_at: 0 })))
    .returning('id')
    .execute()
  const league = await leagueId()
  await db
    .insertInto('memberships')
    .values(
      created.map(({ id }) => ({
        league_id: league,
        user_id: id,
        role: 'player' as const,
        created_at: 0,
        imported_person_id: null,
      })),
    )
    .execute()
  return created.map(({ id }) => id)
}

const leagueId = async () =>
  (await betslip.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()).id

/** Saves games as the scoreboard of a week reports them. */
function saveGames(week: number, games: readonly NflResult[], state: 'pre' | 'post' | 'canceled') {
  const kickoff = new Date(cutoffOf({ season: SEASON, week }).getTime() + 20 * HOUR_MS)
  const scoreboard = games.map(({ gameId, homeTeamId, awayTeamId, homeScore, awayScore, wentToOvertime }) => {
    const period = wentToOvertime ? 5 : 4
    const score = { home: homeScore, away: awayScore }
    return {
      gameId,
      season: SEASON,
      week,
      homeTeamId,
      awayTeamId,
      kickoff,
      isTimeSet: true,
      venueId: null,
      venueName: null,
      isNeutral: null,
      isIndoor: null,
      line: null,
      ...(state === 'canceled'
        ? { state: 'off' as const, progress: { ...NO_PROGRESS, hold: 'canceled' as const } }
        : { state, progress: state === 'pre' ? NO_PROGRESS : { ...NO_PROGRESS, period, score } }),
    }
  })
  return saveScoreboard(betslip.db, { season: SEASON, week, games: scoreboard, byes: [] }, kickoff)
}

/** Stores one bet for each member. */
async function storePicks(week: number, bets: readonly Bet[]) {
  const league = await leagueId()
  const picks = bets.map(({ selection }, index) => {
    const game = NFL_RESULTS.find(({ gameId }) => gameId === selection.gameId)
    const text = game === undefined ? null : selectionText(selection, game, -110)
    return {
      league_id: league,
      season: SEASON,
      week,
      user_id: userIds[index] ?? 0,
      text: text ?? `Bet ${index}`,
      selection: JSON.stringify(selection),
      result: null,
      is_edited: 1,
      sheet_text: null,
      imported_person_id: null,
      updated_at: 0,
    }
  })
  await betslip.db.insertInto('picks').values(picks).execute()
}

/** Runs the job a day after the games, and returns the results that members see. */
async function settle(week: number, bets: readonly Bet[]) {
  await betslip.setClock(new Date(cutoffOf({ season: SEASON, week }).getTime() + 56 * HOUR_MS))
  const { db, clock } = betslip
  const job = settlementJob(db, () => clock.now)
  await job.run(AbortSignal.timeout(60_000))
  const { picks } = (await betslip.boss.get(`${BETS_URL}?season=${SEASON}&week=${week}`)).body
  const shown = new Map(
    picks.map((pick: { owner: string; result: string; text: string }) => [pick.owner, pick]),
  )
  return bets.map((_, index) => shown.get(`bettor${index}`) as { text: string; result: string })
}

const resultTexts = (picks: { text: string }[], results: readonly (string | null)[]) =>
  picks.map(({ text }, index) => `${text}: ${results[index]}`)

describe('the real results of 2017', () => {
  it('cover half points, pushes, overtime, and teams that have moved', () => {
    const bets = NFL_RESULTS.flatMap(betsOn)
    for (const result of ['won', 'lost', 'push'])
      expect(bets.filter(({ expected }) => expected === result).length).toBeGreaterThan(50)
    expect(NFL_RESULTS.filter(({ wentToOvertime }) => wentToOvertime)).toHaveLength(4)
    expect(
      NFL_RESULTS.some(({ favoredBy, homeScore, awayScore }) => favoredBy === homeScore - awayScore),
    ).toBe(true)
    expect(NFL_RESULTS.filter(({ homeTeamId }) => homeTeamId === 13)).toHaveLength(2)
    expect(NFL_RESULTS.filter(isMoved)).toHaveLength(1)
  })

  it.each(WEEKS)('settle every bet of week %i', async (week) => {
    const games = resultsOf(week)
    const bets = games.flatMap(betsOn)
    await saveGames(week, games, 'pre')
    await storePicks(week, bets)
    const open = await settle(week, bets)
    expect(open.map(({ result }) => result)).toEqual(bets.map(() => null))
    await saveGames(week, games, 'post')
    const settled = await settle(week, bets)
    expect(
      resultTexts(
        settled,
        settled.map(({ result }) => result),
      ),
    ).toEqual(
      resultTexts(
        settled,
        bets.map(({ expected }) => expected),
      ),
    )
  })

  it('are void in the week from which a game was moved, and count in the other week', async () => {
    const [game] = NFL_RESULTS.filter(isMoved)
    if (game === undefined) throw new Error('the moved game is missing')
    const moved = { ...game, gameId: 901 }
    const bets = betsOn(moved)
    await saveGames(MOVED_GAME.plannedWeek, [moved], 'pre')
    for (const week of [MOVED_GAME.plannedWeek, game.week]) await storePicks(week, bets)
    await saveGames(game.week, [moved], 'pre')
    const planned = await settle(MOVED_GAME.plannedWeek, bets)
    expect(planned.map(({ result }) => result)).toEqual(bets.map(() => 'void'))
    await saveGames(game.week, [moved], 'post')
    const played = await settle(game.week, bets)
    expect(played.map(({ result }) => result)).toEqual(bets.map(({ expected }) => expected))
  })

  it('are void for a game that is canceled', async () => {
    const [first] = resultsOf(13)
    if (first === undefined) throw new Error('week 13 is missing')
    const canceled = { ...first, gameId: 902 }
    const bets = betsOn(canceled)
    await saveGames(13, [canceled], 'canceled')
    await storePicks(13, bets)
    expect((await settle(13, bets)).map(({ result }) => result)).toEqual(bets.map(() => 'void'))
  })
})
