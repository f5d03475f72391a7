import type { Selection } from '@fieldhouse/domain/betslip/selections'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScoreboardGame } from '../../providers/nfl-provider.ts'
import { saveScoreboard } from '../../repositories/nfl.ts'
import {
  BEFORE_CUTOFF,
  BETS_URL,
  type BetslipFixture,
  startBetslipFixture,
} from '../../testing/betslip-fixture.ts'
import { NO_PROGRESS } from '../../testing/nfl-progress.ts'
import { buildLine } from '../../testing/reported-line.ts'
import { settlementJob } from './settlement.ts'

let betslip: BetslipFixture
beforeEach(async () => {
  betslip = await startBetslipFixture()
  await saveGames([LIONS_BEARS, BILLS_JETS], BEFORE_CUTOFF)
})
afterEach(() => betslip.close())

const SUNDAY_NIGHT = new Date('2026-10-12T03:30:00Z')

/** Detroit hosts Chicago on Sunday as a 3-point favorite. */
const LIONS_BEARS: ScoreboardGame = {
  gameId: 401,
  season: 2026,
  week: 5,
  homeTeamId: 8,
  awayTeamId: 3,
  kickoff: new Date('2026-10-11T17:00:00Z'),
  isTimeSet: true,
  state: 'pre',
  venueId: null,
  venueName: null,
  isNeutral: null,
  isIndoor: null,
  line: buildLine({ spread: -3, total: 44.5 }, { homeSpread: -115, awaySpread: -105, awayMoneyline: 140 }),
  progress: NO_PROGRESS,
}

/** Buffalo has hosted the Jets on Thursday. */
const BILLS_JETS: ScoreboardGame = {
  ...LIONS_BEARS,
  gameId: 402,
  homeTeamId: 2,
  awayTeamId: 20,
  kickoff: new Date('2026-10-09T00:15:00Z'),
  state: 'post',
  line: null,
  progress: { ...NO_PROGRESS, score: { home: 31, away: 17 } },
}

async function saveGames(games: ScoreboardGame[], now: Date) {
  await saveScoreboard(betslip.db, { season: 2026, week: 5, games, byes: [] }, now)
}

async function finishGame(home: number, away: number) {
  const progress = { ...NO_PROGRESS, period: 4, clockSeconds: 0, score: { home, away } }
  await saveGames([{ ...LIONS_BEARS, state: 'post', progress }], SUNDAY_NIGHT)
}

const wire = ({ gameId, market, side, ...rest }: Selection) => ({
  game_id: gameId,
  market,
  side,
  line: 'line' in rest ? rest.line : null,
})

const BEARS_PLUS_3 = wire({ gameId: 401, market: 'spread', side: 'away', line: 3 })
const TEXT = 'Bears +3 (-105)'

const savePick = (selection: object | null, text = TEXT, client = betslip.rosa, owner = 'Rosa Field') =>
  client.post(`${BETS_URL}save/`, { owner, text, selection })

const getPick = async (owner = 'Rosa Field') => {
  const { picks } = (await betslip.boss.get(`${BETS_URL}?week=5`)).body
  return picks.find((pick: { owner: string }) => pick.owner === owner)
}

async function runSettlement(now = SUNDAY_NIGHT) {
  await betslip.setClock(now)
  const { db, clock } = betslip
  await settlementJob(db, () => clock.now).run(AbortSignal.timeout(10_000))
}

const listSettlements = async () =>
  (
    await betslip.db
      .selectFrom('audit_log')
      .select(['actor_name', 'detail'])
      .where('action', '=', 'bets.settle')
      .orderBy('id')
      .execute()
  ).map(({ actor_name, detail }) => [actor_name, JSON.parse(detail).before, JSON.parse(detail).result])

describe('the odds board', () => {
  it("shows the week's games, what the rules allow, and the odds that the source reports", async () => {
    const { body } = await betslip.rosa.get(`${BETS_URL}board/?week=5`)
    expect([body.season, body.week]).toEqual([2026, 5])
    expect(body.games).toMatchObject([
      {
        game_id: 402,
        is_allowed: false,
        is_open: false,
        line: null,
        game: { phase: 'final', home_score: 31 },
      },
      {
        game_id: 401,
        home_name: 'Detroit Lions',
        away_name: 'Chicago Bears',
        is_allowed: true,
        is_open: true,
        line: {
          spread: -3,
          total: 44.5,
          odds: {
            home_spread: -115,
            away_spread: -105,
            away_moneyline: 140,
            home_moneyline: null,
            over: null,
          },
          bookmaker: 'Harbour Book',
          fetched_at: BEFORE_CUTOFF.toISOString(),
        },
      },
    ])
  })

  it('takes no more bets after the cutoff', async () => {
    await betslip.setClock(new Date('2026-10-10T22:00:00Z'))
    const { games } = (await betslip.rosa.get(`${BETS_URL}board/?week=5`)).body
    expect(games.map((game: { is_open: boolean }) => game.is_open)).toEqual([false, false])
  })

  it('is empty for a week without a known schedule', async () => {
    expect((await betslip.rosa.get(`${BETS_URL}board/?week=6`)).body.games).toEqual([])
  })
})

describe('a pick from the odds board', () => {
  it('is saved with what it bets on', async () => {
    const { body } = await savePick(BEARS_PLUS_3)
    expect(body.pick).toMatchObject({ text: TEXT, odds: -105, selection: BEARS_PLUS_3, is_from_board: true })
  })

  it.each([
    ['another line', { ...BEARS_PLUS_3, line: 7 }],
    ['another side', { ...BEARS_PLUS_3, side: 'home' }],
    ['another game', { ...BEARS_PLUS_3, game_id: 402 }],
    ['an unknown game', { ...BEARS_PLUS_3, game_id: 9 }],
    ['a side of another market', { ...BEARS_PLUS_3, side: 'over' }],
    ['a spread without a line', { ...BEARS_PLUS_3, line: null }],
  ])('counts as free text if its text does not say %s', async (_, selection) => {
    expect((await savePick(selection)).body.pick).toMatchObject({
      is_from_board: false,
      selection: BEARS_PLUS_3,
    })
  })

  it('becomes free text when its text is saved again without a selection', async () => {
    await savePick(BEARS_PLUS_3)
    await savePick(null)
    expect(await getPick()).toMatchObject({ is_from_board: false })
  })

  it.each([
    [24, 20, 'lost'],
    [23, 20, 'push'],
    [17, 20, 'won'],
  ])('is settled by the final score of %i to %i as %s, once', async (home, away, result) => {
    await savePick(BEARS_PLUS_3)
    await finishGame(home, away)
    await runSettlement()
    await runSettlement()
    expect(await getPick()).toMatchObject({ result, settled_by: 'score', proposed_result: null })
    expect(await listSettlements()).toEqual([['', null, result]])
    const events = await betslip.db
      .selectFrom('league_events')
      .select('data')
      .where('name', '=', 'bets')
      .execute()
    expect(events).toHaveLength(2)
  })

  it('is open until its game is final', async () => {
    await savePick(BEARS_PLUS_3)
    await saveGames(
      [{ ...LIONS_BEARS, state: 'in', progress: { ...NO_PROGRESS, score: { home: 0, away: 40 } } }],
      SUNDAY_NIGHT,
    )
    await runSettlement()
    expect(await getPick()).toMatchObject({ result: null, settled_by: null, proposed_result: null })
  })

  it('follows a correction of the score, and is reopened when the game is not final after all', async () => {
    await savePick(BEARS_PLUS_3)
    await finishGame(24, 20)
    await runSettlement()
    await finishGame(20, 24)
    await runSettlement()
    expect(await getPick()).toMatchObject({ result: 'won', settled_by: 'score' })
    await saveGames(
      [{ ...LIONS_BEARS, state: 'off', progress: { ...NO_PROGRESS, hold: null } }],
      SUNDAY_NIGHT,
    )
    await runSettlement()
    expect(await getPick()).toMatchObject({ result: null, settled_by: null })
  })

  it('is void when its game is moved to another week', async () => {
    await savePick(BEARS_PLUS_3)
    const moved = { ...LIONS_BEARS, week: 6, kickoff: new Date('2026-10-18T17:00:00Z') }
    await saveScoreboard(betslip.db, { season: 2026, week: 6, games: [moved], byes: [] }, SUNDAY_NIGHT)
    await runSettlement()
    expect(await getPick()).toMatchObject({ result: 'void', settled_by: 'score', selection: BEARS_PLUS_3 })
  })

  it('stays as an admin has settled or reopened it, whatever the score is', async () => {
    await savePick(BEARS_PLUS_3)
    await finishGame(24, 20)
    await betslip.setClock(SUNDAY_NIGHT)
    const settle = (result: string | null) =>
      betslip.boss.post(`${BETS_URL}settle/`, { owner: 'Rosa Field', week: 5, result })
    await settle('void')
    await runSettlement()
    expect(await getPick()).toMatchObject({ result: 'void', settled_by: 'admin' })
    await settle(null)
    await runSettlement()
    expect(await getPick()).toMatchObject({ result: null, settled_by: null, proposed_result: 'lost' })
  })
})

describe('a pick in free text', () => {
  it('is not settled by the score, but a result is proposed', async () => {
    await savePick(null, 'Chicago +3.5 (-110)')
    await savePick(null, 'Anybody scores first (+150)', betslip.ben, 'ben')
    await finishGame(24, 20)
    await runSettlement()
    expect(await getPick()).toMatchObject({
      result: null,
      is_from_board: false,
      selection: { ...BEARS_PLUS_3, line: 3.5 },
      proposed_result: 'lost',
    })
    expect(await getPick('ben')).toMatchObject({ selection: null, proposed_result: null })
    expect(await listSettlements()).toEqual([])
  })
})
