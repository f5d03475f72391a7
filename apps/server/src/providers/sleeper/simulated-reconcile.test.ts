import { keyOfSleeperPlayer } from '@fieldhouse/domain/nfl/player'
import { addPoints, type Points } from '@fieldhouse/domain/points'
import type { Game, LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { checkConsistency } from '@fieldhouse/domain/seasons/season-check'
import { livePoints } from '@fieldhouse/simulator/league/rosters'
import { playerIdOf } from '@fieldhouse/simulator/players'
import { lineupAt } from '@fieldhouse/simulator/sleeper/league-bodies'
import {
  leagueIdOf,
  REDRAFT,
  type SleeperLeague,
  type SleeperShape,
  shapedLeague,
} from '@fieldhouse/simulator/sleeper/leagues'
import { picksOf, transactionBodies } from '@fieldhouse/simulator/sleeper/move-bodies'
import {
  type BracketGame,
  momentIn,
  rosterIdOf,
  type SleeperSeason,
  scoreOf,
  simulateSleeperSeason,
  totalsAt,
} from '@fieldhouse/simulator/sleeper/sleeper-season'
import { simulatedSleeper } from '@fieldhouse/simulator/sleeper/sleeper-server'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IS_NET } from '../../testing/is-net.ts'
import { readDraft, readTransactions, readWeek } from '../testing/read-part.ts'
import { readPlayers } from './bodies.ts'
import { describePlayer } from './players.ts'
import { type SleeperClient, sleeperProvider } from './sleeper-provider.ts'

/** A league takes about 170 ms. Set SIMULATED_LEAGUES to test fewer or more. */
const LEAGUES = Number(process.env['SIMULATED_LEAGUES'] ?? (IS_NET ? 600 : 8))

const anyShape: fc.Arbitrary<SleeperShape> = fc.record({
  kind: fc.constantFrom('redraft', 'keeper', 'dynasty'),
  lineup: fc.constantFrom('standard', 'superflex', 'defenders'),
  isBestBall: fc.boolean(),
  hasMedianGame: fc.boolean(),
  playoffTeams: fc.constantFrom(0, 4, 6, 8),
  roundType: fc.constantFrom(0, 1, 2),
  isReseeded: fc.boolean(),
  isConsolation: fc.boolean(),
  edit: fc.constantFrom('none', 'pairs', 'title'),
  hasCustomFinal: fc.boolean(),
  draft: fc.constantFrom('snake', 'linear', 'auction'),
  draftRecord: fc.constantFrom('complete', 'without picks', 'without prices'),
  divisions: fc.constantFrom(0, 2, 3),
  hasStaleDivisions: fc.boolean(),
  startWeek: fc.constantFrom(1, 3),
  taxiSlots: fc.constantFrom(0, 3),
  hasVanishingWeeks: fc.constant(false),
})

const anySeason = fc.record({
  seed: fc.string(),
  shape: anyShape,
  teams: fc.integer({ min: 4, max: 14 }),
  end: fc.constantFrom('null', '0', 'unknown'),
  season: fc.integer({ min: 2019, max: 2027 }),
  /** The seasons of the league before. */
  earlier: fc.integer({ min: 0, max: 2 }),
  /** Days since the draft. The range ends after the final. */
  day: fc.integer({ min: 0, max: 150 }),
})

it(`reads ${LEAGUES} random leagues on random days as they were simulated`, {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anySeason, async ({ seed, shape, teams, end, season, earlier, day }) => {
      const size = Math.max(teams, shape.playoffTeams)
      const league = shapedLeague({
        number: 70,
        name: 'Any League',
        teams: size,
        end,
        firstSeason: season - earlier,
        shape,
      })
      const at = new Date(Date.UTC(season, 8, 6 + day, 19, 30))
      const simulated = seasonOf(seed, league, season)
      const { provider } = connect(seed, [league], at)
      const request = { leagueId: leagueIdOf(league, season), season, cookies: null }
      const read = (await provider.readSeason(request))?.season as LeagueSeason
      expect([...read.findings, ...checkConsistency(read)]).toEqual([])
      expect(read.previousSeasons).toEqual(Array.from({ length: earlier }, (_, i) => season - earlier + i))
      expectTeams(read, simulated, at)
      expectGames(read, simulated, at)
      await expectArchive(provider, request, simulated, at)
    }),
    { numRuns: LEAGUES },
  )
})

function seasonOf(seed: string, league: SleeperLeague, season: number): SleeperSeason {
  const previous = season > league.firstSeason ? seasonOf(seed, league, season - 1) : null
  return simulateSleeperSeason(seed, league, season, previous)
}

/** A provider that reads the simulated answers without HTTP. */
function connect(seed: string, leagues: SleeperLeague[], at: Date) {
  const respond = simulatedSleeper({ seed, leagues, now: () => at })
  const client: Pick<SleeperClient, 'get'> = {
    async get({ path }) {
      const body = JSON.stringify(respond(path) ?? null)
      const json: unknown = JSON.parse(body)
      return json === null ? null : { request: path, fetchedAt: at, body, json }
    },
  }
  const players = new Map(
    [...readPlayers(respond('players/nfl'))].flatMap(([id, entry]) => {
      const player = describePlayer(entry)
      return player === null ? [] : [[id, player] as const]
    }),
  )
  return { provider: sleeperProvider(client as SleeperClient, async () => players), players }
}

function expectTeams(read: LeagueSeason, simulated: SleeperSeason, at: Date): void {
  const moment = momentIn(simulated, at)
  const totals = totalsAt(simulated, moment.week)
  expect(
    read.teams.map(({ teamId, record, pointsFor, pointsAgainst, ownerIds }) => ({
      teamId,
      ...record,
      pointsFor,
      pointsAgainst,
      ownerIds,
    })),
  ).toEqual(
    simulated.teams.map(({ teamId, owners }, index) => {
      const { results: _results, ...total } = totals.get(teamId) as Exclude<
        ReturnType<typeof totals.get>,
        undefined
      >
      return { teamId: index + 1, ...total, ownerIds: owners.map(({ userId }) => userId) }
    }),
  )
  expect(read.progress.isFinished).toBe(moment.isFinished)
  const ranked = read.teams.filter(({ finalRank }) => finalRank !== null)
  const places = simulated.winners.flatMap(({ place, winner, loser }) =>
    place === null
      ? []
      : ([
          [winner, place],
          [loser, place + 1],
        ] as const),
  )
  expect(ranked).toHaveLength(moment.isFinished && places.length > 0 ? read.teams.length : 0)
  for (const [teamId, place] of ranked.length === 0 ? [] : places) {
    const id = rosterIdOf(simulated, teamId)
    expect([id, read.teams.find((team) => team.teamId === id)?.finalRank]).toEqual([id, place])
  }
}

function expectGames(read: LeagueSeason, simulated: SleeperSeason, at: Date): void {
  const { week: current } = momentIn(simulated, at)
  const over = ({ round }: BracketGame) =>
    simulated.rounds[round - 1]?.every((week) => week < current) === true
  const title = simulated.winners.find(({ place }) => place === 1)
  for (const [name, bracket] of [
    ['winners', simulated.winners],
    ['losers', simulated.losers],
  ] as const) {
    for (const game of bracket.filter(over)) {
      const ids = game.teamIds.map((teamId) => rosterIdOf(simulated, teamId))
      const weeks = simulated.rounds[game.round - 1] ?? []
      const found = read.games.find(
        ({ period, home, away }) =>
          period === simulated.regularWeeks + game.round &&
          ids.includes(home.teamId) &&
          ids.includes(away?.teamId ?? 0),
      ) as Game
      const scores = game.teamIds.map((teamId) =>
        addPoints(weeks.map((week) => scoreOf(simulated, teamId, week))),
      ) as [Points, Points]
      expect(pointsOf(found)).toEqual(new Map(ids.map((id, index) => [id, scores[index]])))
      const isEvenLosers = name === 'losers' && scores[0] === scores[1]
      const higher = game.teamIds[scores[0] >= scores[1] ? 0 : 1]
      const winner = name === 'losers' && !simulated.shape.isConsolation ? higher : game.winner
      const result = found.home.teamId === rosterIdOf(simulated, winner ?? 0) ? 'home' : 'away'
      if (!isEvenLosers) expect([name, game, found.result]).toEqual([name, game, result])
    }
  }
  const champion = title !== undefined && over(title) ? rosterIdOf(simulated, title.winner) : undefined
  expect(read.teams.find(({ finalRank }) => finalRank === 1)?.teamId).toBe(champion)
}

function pointsOf({ home, away }: Game): Map<number, Points> {
  return new Map([home, away].flatMap((side) => (side === null ? [] : [[side.teamId, side.points] as const])))
}

async function expectArchive(
  provider: ReturnType<typeof sleeperProvider>,
  request: { leagueId: string; season: number; cookies: null },
  simulated: SleeperSeason,
  at: Date,
): Promise<void> {
  const moment = momentIn(simulated, at)
  const week = Math.min(Math.max(moment.week, 1), simulated.finalWeek)
  const key = (teamId: number) => rosterIdOf(simulated, teamId)

  const lineups = (await readWeek(provider, { ...request, week }))?.week
  if (moment.isDrafted)
    expect(lineups?.lineups.map(({ teamId, points }) => [teamId, points])).toEqual(
      simulated.teamIds.map((teamId) => [
        key(teamId),
        livePoints(lineupAt(simulated, teamId, week, moment.atMs), moment.atMs),
      ]),
    )

  const draft = (await readDraft(provider, request))?.draft
  const { draft: type, draftRecord } = simulated.shape
  const picks = !moment.isDrafted || draftRecord === 'without picks' ? [] : picksOf(simulated)
  expect(draft?.isComplete).toBe(moment.isDrafted)
  expect(
    draft?.picks.map(({ overall, round, teamId, playerId, isKeeper, bid }) => [
      overall,
      round,
      teamId,
      playerId,
      isKeeper,
      bid,
    ]),
  ).toEqual(
    picks.map(({ number, round, teamId, player, isKeeper, amount }) => [
      number,
      round,
      key(teamId),
      keyOfSleeperPlayer(playerIdOf(player)),
      isKeeper,
      type === 'auction' && draftRecord === 'complete' ? amount : null,
    ]),
  )

  const transactions = (await readTransactions(provider, { ...request, week }))?.transactions ?? []
  const sent = transactionBodies(simulated, week, moment) as { transaction_id: string; status: string }[]
  expect(transactions.map(({ id, status }) => `${id} ${status}`).sort()).toEqual(
    sent.map(({ transaction_id: id, status }) => `${id} ${status === 'complete' ? 'done' : status}`).sort(),
  )
}

it('keeps shapes apart: two leagues of the same seed have different drafts and the same NFL', () => {
  const leagues = [80, 81].map((number) =>
    shapedLeague({ number, name: 'Twin', teams: 10, firstSeason: 2025, shape: REDRAFT }),
  )
  const [first, second] = leagues.map((league) => seasonOf('twins', league, 2025))
  expect(first?.nfl.games).toEqual(second?.nfl.games)
  expect(first?.picks).not.toEqual(second?.picks)
})
