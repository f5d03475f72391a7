import { type CaptureServer, startCaptureServer } from '@fieldhouse/simulator/capture-server'
import {
  CAPTURES_FOLDER,
  CAPTURES_SKIP_REASON,
  HAS_CAPTURES,
  readCapture,
} from '@fieldhouse/simulator/testing/captures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEspnProvider } from '../providers/espn/espn-provider.ts'
import { postFiles } from '../testing/multipart-form.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'

// Expected values are computed from the recorded responses alone, independently of the server code.
// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped JSON
type Json = any

const LEAGUES = [
  { league: 18254195, seasons: [2020, 2021, 2022, 2023, 2024, 2025, 2026], views: ['combined'] },
  { league: 368876, seasons: [2015, 2018], views: ['mTeam', 'mMatchupScore', 'mSettings'] },
]

type SeasonRow = { season: number; account: string; name: string; final: number; overall: Json }
type Game = {
  season: number
  week: number
  id: number
  regular: boolean
  winner: string
  home: Side
  away: Side
}
type Side = { account: string; team: string; points: number }

/** One season, merged from its recorded views. */
function mergeViews(league: number, season: number, views: readonly string[]): Json {
  const parts = views.map((view) => [readCapture(`league-${league}/${season}/${view}.json`)].flat()[0])
  return Object.assign({}, ...parts)
}

function toSeasonRows(bodies: ReadonlyMap<number, Json>): SeasonRow[] {
  return [...bodies].flatMap(([season, { teams }]) =>
    teams.map((team: Json) => ({
      season,
      account: team.primaryOwner,
      name: teamNameOf(team),
      final: team.rankCalculatedFinal,
      overall: team.record.overall,
    })),
  )
}

function toGames(bodies: ReadonlyMap<number, Json>): Game[] {
  return [...bodies].flatMap(([season, { schedule, teams, settings }]) => {
    const sideOf = (side: Json): Side => {
      const team = teams.find((each: Json) => each.id === side.teamId)
      const points = Math.round(side.totalPoints * 100)
      return { account: team.primaryOwner, team: teamNameOf(team), points }
    }
    return schedule
      .filter((game: Json) => game.home && game.away && game.winner !== 'UNDECIDED')
      .map((game: Json) => ({
        season,
        week: game.matchupPeriodId,
        id: game.id,
        regular: game.matchupPeriodId <= settings.scheduleSettings.matchupPeriodCount,
        winner: game.winner,
        home: sideOf(game.home),
        away: sideOf(game.away),
      }))
  })
}

/** Without what tells where the data came from, and when. */
function comparableHistory(history: Json): Json {
  return {
    ...history,
    updated_at: null,
    last_error: null,
    seasons: history.seasons.map(({ source: _source, origin: _origin, ...season }: Json) => season),
  }
}

function teamNameOf(team: Json): string {
  return normalizeWhitespace(team.name ?? `${team.location} ${team.nickname}`)
}

function normalizeWhitespace(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_CAPTURES).each(LEAGUES)(
  'the history of the recorded league $league',
  ({ league, seasons, views }) => {
    const bodies = new Map(
      HAS_CAPTURES ? seasons.map((season) => [season, mergeViews(league, season, views)]) : [],
    )
    const seasonRows = toSeasonRows(bodies)
    const games = toGames(bodies)
    /** The name in the newest season with the account, by account. */
    const names = new Map<string, string>(
      [...bodies.values()].flatMap(({ members }) =>
        members.map((member: Json) => [
          member.id,
          normalizeWhitespace(`${member.firstName} ${member.lastName}`),
        ]),
      ),
    )
    const accounts = [...new Set(seasonRows.map(({ account }) => account))]
    const seasonRowsOf = (account: string) => seasonRows.filter((row) => row.account === account)
    const total = (account: string, getValue: (row: SeasonRow) => number) =>
      seasonRowsOf(account).reduce((sum, row) => sum + getValue(row), 0)
    let captures: CaptureServer
    let testApp: TestApp
    let admin: TestClient
    let history: Json

    beforeAll(async () => {
      captures = await startCaptureServer({ folder: CAPTURES_FOLDER })
      testApp = await startApp(
        {},
        {
          provider: createEspnProvider({
            baseUrl: captures.url,
            userAgent: 'Tests/1.0 (+https://tests.example)',
          }),
        },
      )
      admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
      await admin.post('/api/create-league/', { name: 'Captured', espn_league_id: league })
      for (const season of seasons) await admin.post('/api/refresh-espn/', { name: 'Captured', season })
      history = (await admin.get('/api/league/Captured/history/')).body
    })
    afterAll(async () => {
      await testApp.close()
      await captures.close()
    })

    it('is the same after an export to a league file and its import into an empty league', async () => {
      const file = (await admin.get('/api/league/Captured/seasons/export/')).body
      expect(file.seasons.map((each: Json) => each.season)).toEqual(seasons)
      await admin.post('/api/create-league/', { name: 'Copy', espn_league_id: 99 })
      const content = JSON.stringify(file)
      const { status, body } = await postFiles(admin, '/api/league/Copy/seasons/upload/', [
        { name: 'captured.json', content },
      ])
      expect([status, body.error]).toEqual([200, undefined])
      const copy = (await admin.get('/api/league/Copy/history/')).body
      expect(comparableHistory(copy)).toEqual(comparableHistory(history))
      expect(copy.seasons[0].origin).toEqual({ platform: 'espn', files: ['captured.json'] })
      const again = (await admin.get('/api/league/Copy/seasons/export/')).body
      expect(again.seasons).toEqual(file.seasons)
    })

    it('lists every owner once, by the newest name', () => {
      expect(new Set(accounts.map((account) => names.get(account))).size).toBe(accounts.length)
      expect(new Set(history.owners)).toEqual(new Set(accounts.map((account) => names.get(account))))
    })

    it('shows the champions and podiums', () => {
      const expected = seasons.map((season) => [
        season,
        [1, 2, 3].flatMap((place) => {
          const row = seasonRows.find((each) => each.season === season && each.final === place)
          return row === undefined ? [] : [[place, row.name, names.get(row.account)]]
        }),
      ])
      const shown = history.seasons.map((each: Json) => [
        each.season,
        each.podium.map((place: Json) => [place.rank, place.name, place.owner]),
      ])
      expect(shown).toEqual(expected)
      expect(history.seasons.map((each: Json) => each.champion?.name ?? null)).toEqual(
        expected.map(([, podium]) => (podium as string[][])[0]?.[1] ?? null),
      )
    })

    it('shows the all-time standings', () => {
      const expected = accounts.map((account) => {
        const [wins, losses, ties] = ['wins', 'losses', 'ties'].map((field) =>
          total(account, ({ overall }) => overall[field]),
        ) as [number, number, number]
        const pf = total(account, ({ overall }) => Math.round(overall.pointsFor * 100)) / 100
        const finishes = (place: number) => total(account, ({ final }) => (final === place ? 1 : 0))
        const played = wins + losses + ties
        return {
          owner: names.get(account),
          years: seasonRowsOf(account).filter(
            ({ overall }) => overall.wins + overall.losses + overall.ties > 0,
          ).length,
          wins,
          losses,
          ties,
          pf,
          pa: total(account, ({ overall }) => Math.round(overall.pointsAgainst * 100)) / 100,
          titles: finishes(1),
          runner_up: finishes(2),
          thirds: finishes(3),
          win_pct: played === 0 ? null : expect.closeTo((wins + ties / 2) / played, 10),
          ppg: played === 0 ? null : expect.closeTo(pf / played, 10),
        }
      })
      const sorted = expected.toSorted(
        (a, b) =>
          b.titles - a.titles || b.wins - a.wins || String(a.owner).localeCompare(String(b.owner), 'en'),
      )
      expect(history.all_time.by_owner_enhanced).toEqual(sorted)
      expect(history.all_time.by_owner).toEqual(
        sorted.map(({ owner, years, wins, losses, ties, pf, titles }) => ({
          owner,
          years,
          wins,
          losses,
          ties,
          pf,
          titles,
        })),
      )
    })

    it('shows the league records', () => {
      const counted = games.filter(
        ({ regular, home, away }) => regular && (home.points !== 0 || away.points !== 0),
      )
      const won = counted.filter(({ winner }) => winner !== 'TIE')
      const winnerOf = (game: Game) => (game.winner === 'HOME' ? game.home : game.away).points
      const loserOf = (game: Game) => (game.winner === 'HOME' ? game.away : game.home).points
      const margin = (game: Game) => winnerOf(game) - loserOf(game)
      const first = (of: Game[], value: (game: Game) => number, sign: number) => {
        const best = of.toSorted(
          (a, b) => sign * (value(a) - value(b)) || a.season - b.season || a.week - b.week || a.id - b.id,
        )[0] as Game
        return [best.season, best.week, best.id, value(best) / 100]
      }
      const { league_records: shown } = history.all_time
      expect(
        Object.fromEntries(
          Object.entries<Json>(shown).map(([name, { season, week, game_id, value }]) => [
            name,
            [season, week, game_id, value],
          ]),
        ),
      ).toEqual({
        highest_game: first(counted, ({ home, away }) => home.points + away.points, -1),
        biggest_blowout: first(won, margin, -1),
        highest_team_game: first(counted, ({ home, away }) => Math.max(home.points, away.points), -1),
        highest_loser: first(won, loserOf, -1),
        lowest_winner: first(won, winnerOf, 1),
        closest_win: first(
          won.filter((game) => margin(game) > 0),
          margin,
          1,
        ),
      })
    })

    it('opens the game of each record', async () => {
      for (const record of Object.values<Json>(history.all_time.league_records)) {
        const { body } = await admin.get(`/api/league/Captured/games/${record.season}/${record.game_id}/`)
        const expectedGame = games.find(
          ({ season, id }) => season === record.season && id === record.game_id,
        ) as Game
        expect(body.game).toMatchObject({
          week: expectedGame.week,
          home_owner: names.get(expectedGame.home.account),
          away_owner: names.get(expectedGame.away.account),
          home_team: expectedGame.home.team,
          away_team: expectedGame.away.team,
          home_score: expectedGame.home.points / 100,
          away_score: expectedGame.away.points / 100,
        })
      }
    })

    it('shows the fun facts', () => {
      const { fun_facts: facts } = history.all_time
      const best = (candidates: readonly string[], getValue: (account: string) => number) => {
        const max = Math.max(...candidates.map(getValue))
        const tied = candidates.filter((account) => Math.abs(getValue(account) - max) < 1e-9)
        const owners = tied
          .map((account) => names.get(account) as string)
          .sort((a, b) => a.localeCompare(b, 'en'))
        return { owner: owners[0], owners, value: expect.closeTo(max, 8) }
      }
      const sum = (field: string) => (account: string) => total(account, ({ overall }) => overall[field])
      const finishes = (place: number) => (account: string) =>
        seasonRowsOf(account).filter(({ final }) => final === place).length
      const played = (account: string) => sum('wins')(account) + sum('losses')(account) + sum('ties')(account)
      const eligibleAccounts = accounts.filter(
        (account) => seasonRowsOf(account).filter(({ final }) => final > 0).length >= 2,
      )
      const tenure = best(
        accounts,
        (account) => seasonRowsOf(account).filter(({ final }) => final > 0).length,
      )
      expect(facts).toMatchObject({
        longest_tenure: { owner: tenure.owner, owners: tenure.owners, years: tenure.value },
        most_titles: best(accounts, finishes(1)),
        best_win_pct_2yr_min: best(
          eligibleAccounts,
          (account) => (sum('wins')(account) + sum('ties')(account) / 2) / played(account),
        ),
        highest_ppg_2yr_min: best(eligibleAccounts, (account) => sum('pointsFor')(account) / played(account)),
        pf_season_leader: best(accounts, (account) =>
          Math.max(...seasonRowsOf(account).map(({ overall }) => overall.pointsFor)),
        ),
        pf_career_leader: best(accounts, sum('pointsFor')),
        most_wins_manager: best(accounts, sum('wins')),
        most_runner_up_manager: best(accounts, finishes(2)),
        most_thirds_manager: best(accounts, finishes(3)),
      })
    })

    it('compares every pair of owners', async () => {
      for (const a of accounts) {
        for (const b of accounts.filter((account) => account > a)) {
          const query = new URLSearchParams({ a: names.get(a) ?? '', b: names.get(b) ?? '' })
          const { body } = await admin.get(`/api/league/Captured/owner-compare/?${query.toString()}`)
          const between = games.filter(
            ({ home, away }) =>
              (home.account === a && away.account === b) || (home.account === b && away.account === a),
          )
          const wonBy = (account: string) =>
            between.filter(
              ({ winner, home, away }) =>
                (winner === 'HOME' && home.account === account) ||
                (winner === 'AWAY' && away.account === account),
            ).length
          const points = (account: string) =>
            between.reduce(
              (sum, { home, away }) => sum + (home.account === account ? home : away).points,
              0,
            ) / 100
          expect(body.summary).toMatchObject({
            games: between.length,
            wins: wonBy(a),
            losses: wonBy(b),
            ties: between.length - wonBy(a) - wonBy(b),
            pf: points(a),
            pa: points(b),
          })
          expect(body.games.map((game: Json) => [game.season, game.game_id, !game.is_playoff])).toEqual(
            between
              .toSorted((x, y) => x.season - y.season || x.week - y.week || x.id - y.id)
              .map(({ season, id, regular }) => [season, id, regular]),
          )
        }
      }
    })
  },
)
