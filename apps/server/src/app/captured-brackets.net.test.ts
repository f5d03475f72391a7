import { type CaptureServer, startCaptureServer } from '@fieldhouse/simulator/capture-server'
import {
  CAPTURES_FOLDER,
  CAPTURES_SKIP_REASON,
  HAS_CAPTURES,
  readCapture,
} from '@fieldhouse/simulator/testing/captures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEspnProvider } from '../providers/espn/espn-provider.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'

// Expected values are read from the recorded responses alone, independently of the server code.
// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped JSON
type Json = any

/** The seasons with recorded playoff games, and the names of their rounds. */
const THREE_ROUNDS = ['Quarterfinal', 'Semifinal', 'Championship']
const SEASONS: { league: number; season: number; views: string[]; rounds: string[] }[] = [
  ...[2020, 2021, 2022, 2023, 2024, 2025].map((season) => ({
    league: 18254195,
    season,
    views: ['combined'],
    rounds: THREE_ROUNDS,
  })),
  ...[2015, 2018].map((season) => ({
    league: 368876,
    season,
    views: ['mTeam', 'mSettings', 'mMatchupScore'],
    rounds: THREE_ROUNDS,
  })),
  {
    league: 899513,
    season: 2020,
    views: ['mTeam', 'mSettings', 'week-01-boxscore'],
    rounds: ['Semifinal', 'Championship'],
  },
  { league: 1446375, season: 2024, views: ['week16-live'], rounds: THREE_ROUNDS },
]

function readBody(league: number, season: number, views: readonly string[]): Json {
  return Object.assign(
    {},
    ...views.map((view) => [readCapture(`league-${league}/${season}/${view}.json`)].flat()[0]),
  )
}

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_CAPTURES)('a recorded season', () => {
  let captures: CaptureServer
  let testApp: TestApp
  let admin: TestClient
  beforeAll(async () => {
    captures = await startCaptureServer({ folder: CAPTURES_FOLDER })
    const userAgent = 'Tests/1.0 (+https://tests.example)'
    testApp = await startApp({}, { provider: createEspnProvider({ baseUrl: captures.url, userAgent }) })
    admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    for (const league of new Set(SEASONS.map((each) => each.league)))
      await admin.post('/api/create-league/', { name: `League ${league}`, espn_league_id: league })
    for (const { league, season } of SEASONS)
      await admin.post('/api/refresh-espn/', { name: `League ${league}`, season })
  })
  afterAll(async () => {
    await testApp.close()
    await captures.close()
  })

  const read = async (league: number, path: string) =>
    (await admin.get(`/api/league/League ${league}/${path}`)).body

  describe.each(SEASONS)('$league of $season', ({ league, season, views, rounds }) => {
    it('has a bracket whose champion and third place are the final ranks', async () => {
      const { teams } = readBody(league, season, views)
      const teamWithRank = (rank: number): number | null =>
        teams.find((team: Json) => team.rankCalculatedFinal === rank)?.id ?? null
      const bracket = await read(league, `insights/bracket/?season=${season}`)
      const champion = teamWithRank(1)
      expect([bracket.status, bracket.champion_team_id]).toEqual([
        champion === null ? 'in_progress' : 'finished',
        champion,
      ])
      expect(bracket.rounds.map((round: Json) => round.name)).toEqual(rounds)
      const [third] = bracket.rounds.at(-1).consolation
      expect([third.round.name, third.winner_team_id]).toEqual(['Third place', teamWithRank(3)])
      expect(third.state === 'final').toBe(champion !== null)
    })

    it('has every playoff game of the provider once, and its byes', async () => {
      const { schedule, settings } = readBody(league, season, views)
      const playoffs = schedule.filter(
        (game: Json) => game.matchupPeriodId > settings.scheduleSettings.matchupPeriodCount,
      )
      const bracket = await read(league, `insights/bracket/?season=${season}`)
      const pairings = bracket.rounds.flatMap((round: Json) => [...round.championship, ...round.consolation])
      const ids = pairings.flatMap((pairing: Json) => pairing.games.map((game: Json) => game.game_id))
      expect(ids.toSorted()).toEqual(
        playoffs
          .filter((game: Json) => game.away !== undefined)
          .map((game: Json) => game.id)
          .toSorted(),
      )
      const { playoffTeamCount } = settings.scheduleSettings
      expect(bracket.rounds[0].byes).toHaveLength(2 ** rounds.length - playoffTeamCount)
      // Where the provider marks the bracket, it is the same.
      const marked = playoffs.filter(
        (game: Json) => game.playoffTierType === 'WINNERS_BRACKET' && game.away !== undefined,
      )
      const championship = bracket.rounds.flatMap((round: Json) => round.championship)
      expect(championship).toHaveLength(playoffTeamCount - 1)
      if (marked.length > 0)
        expect(championship.map((pairing: Json) => pairing.games[0].game_id).toSorted()).toEqual(
          marked.map((game: Json) => game.id).toSorted(),
        )
    })

    it('has the streaks and the games back of the provider', async () => {
      const { teams } = readBody(league, season, views)
      const records = new Map<number, Json>(teams.map(({ id, record }: Json) => [id, record?.overall ?? {}]))
      const { standings } = await read(league, `standings/?season=${season}`)
      // Bodies of 2018 and before have 0 games back for everybody, and one has no streaks.
      const hasGamesBack = [...records.values()].some(({ gamesBack }) => gamesBack > 0)
      const rows = standings.map((team: Json) => {
        const { streakType, streakLength, gamesBack } = records.get(team.team_id)
        const streak = { outcome: OUTCOMES[streakType as keyof typeof OUTCOMES], length: streakLength }
        return {
          shown: [team.name, team.streak, team.games_back],
          expected: [
            team.name,
            streakType === undefined ? expect.anything() : streak,
            hasGamesBack ? gamesBack : expect.any(Number),
          ],
        }
      })
      expect(rows.map(({ shown }: Json) => shown)).toEqual(rows.map(({ expected }: Json) => expected))
    })
  })
})

const OUTCOMES = { WIN: 'win', LOSS: 'loss', TIE: 'tie' }
