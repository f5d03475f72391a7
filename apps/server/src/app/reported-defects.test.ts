import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildLeagueBody } from '../testing/league-body-fixture.ts'
import { type FormFile, postFiles } from '../testing/multipart-form.ts'
import { type SleeperApp, startSleeperApp } from '../testing/sleeper-app.ts'
import { ADMIN_CODE, type TestClient } from '../testing/start-app.ts'

const FOLDER = new URL('../../../../../shared/defects/', import.meta.url)

// biome-ignore lint/suspicious/noExplicitAny: the inputs and the responses are untyped JSON
type Json = any

/**
 * The right values of a league: of Sleeper, as paths of its API and their bodies, of which `then` has those of a second
 * refresh; or a season of ESPN as its teams and games.
 */
type Defect = {
  name: string
  kind: string
  league: string
  season: number
  make: Json
  /** Whether it is exported as tables and uploaded to an empty league before. */
  csvRoundTrip?: boolean
  id: string
  seasons: number[]
  scrape?: boolean
  /** `refused`: the league cannot be created. */
  create?: string
  sleeper: Record<string, unknown>
  then?: Record<string, unknown>[]
  expect: Json[]
}

const DEFECTS: Defect[] = !existsSync(FOLDER)
  ? []
  : readdirSync(FOLDER)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name, ...JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) }))

const ofKind = (kind: string) => DEFECTS.filter((each) => each.kind === kind && each.expect.length > 0)

if (DEFECTS.length === 0)
  it.skip('Skipped: the reported defects are not next to the repository.', () => undefined)

describe.runIf(DEFECTS.length > 0)('a reported defect', () => {
  let bodies: Record<string, unknown>
  let sleeper: SleeperApp
  let boss: TestClient

  beforeEach(async () => {
    sleeper = await startSleeperApp({ respond: (path) => bodies[`/v1/${path}`] })
    boss = await sleeper.testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    await sleeper.testApp.db.updateTable('users').set({ is_staff: 1 }).execute()
  })
  afterEach(() => sleeper.close())

  async function refresh({ league, seasons }: Defect, scrape: boolean) {
    const [start, end] = [Math.min(...seasons), Math.max(...seasons)]
    if (!scrape) return boss.post('/api/refresh/', { name: league, season: end })
    const body = { password: 'boss-has-a-secret', start, end, scrape }
    return boss.post(`/api/league/${league}/history/backfill-admin/`, body)
  }

  it.each(ofKind('sleeper'))('has its right values: $name', async (defect) => {
    bodies = { ...defect.sleeper }
    const source = { provider: 'sleeper', league_id: defect.id }
    const created = await boss.post('/api/create-league/', { name: defect.league, source })
    if (defect.create === 'refused') return expect(created.status).toBe(400)
    await refresh(defect, false)
    for (const later of defect.then ?? []) {
      bodies = { ...bodies, ...later }
      sleeper.skipTime(3_600_000)
      await refresh(defect, false)
    }
    if (defect.scrape === true) await refresh(defect, true)
    for (const expectation of defect.expect) {
      const { body } = await boss.get(`/api/league/${defect.league}/${expectation.get}`)
      const value = picked(body, expectation)
      expect(value, expectation.what).toEqual(rightValue(value, expectation))
    }
  })

  it.each(ofKind('espn-made'))(
    'has its right values: $name',
    async ({ league, make, csvRoundTrip, ...defect }) => {
      const upload = (name: string, file: FormFile) =>
        postFiles(boss, `/api/league/${name}/seasons/upload/`, [file])
      await boss.post('/api/create-league/', { name: league, espn_league_id: 4711 })
      const content = JSON.stringify(espnBody(make))
      expect((await upload(league, { name: 'season.json', content })).status).toBe(200)
      if (csvRoundTrip === true) {
        await boss.post('/api/create-league/', { name: 'Copy', espn_league_id: 4712 })
        const url = `/api/league/${league}/seasons/export/?format=csv`
        const cookies = Object.fromEntries(boss.cookies)
        const { rawPayload } = await sleeper.testApp.app.inject({ url, cookies })
        expect(
          (await upload('Copy', { name: 'tables.zip', content: new Uint8Array(rawPayload) })).status,
        ).toBe(200)
      }
      for (const expectation of defect.expect) {
        const { body } = await boss.get(`/api/league/${csvRoundTrip ? 'Copy' : league}/${expectation.get}`)
        const value = picked(body, expectation)
        expect(value, expectation.what).toEqual(rightValue(value, expectation))
      }
    },
  )
})

/** A finished season in ESPN's format. A game has its period, and the IDs and points of both teams. */
function espnBody({ season, regular, playoffTeams, teams, games, periods }: Json): Json {
  const calendar = periods ?? Object.fromEntries(games.map(([period]: number[]) => [period, [period]]))
  const totalsOf = (id: number) => {
    const own = games.filter(
      ([period, home, , away]: number[]) => (period ?? 0) <= regular && [home, away].includes(id),
    )
    const scores = own.map(([, home, a, , b]: number[]) => (home === id ? [a, b] : [b, a]))
    const sum = (index: number) =>
      scores.reduce((total: number, each: number[]) => total + (each[index] ?? 0), 0)
    const wins = scores.filter(([a, b]: number[]) => (a ?? 0) > (b ?? 0)).length
    return { wins, losses: own.length - wins, ties: 0, pointsFor: sum(0), pointsAgainst: sum(1) }
  }
  const owner = (id: number) => `{00000000-0000-0000-0000-00000000000${id}}`
  const lastWeek = Math.max(...Object.values<number[]>(calendar).flat())
  return buildLeagueBody({
    seasonId: season,
    settings: {
      name: 'Harbor',
      size: teams.length,
      isPublic: true,
      scoringSettings: { scoringType: 'H2H_POINTS' },
      scheduleSettings: {
        matchupPeriodCount: regular,
        matchupPeriods: calendar,
        playoffTeamCount: playoffTeams,
      },
    },
    status: {
      currentMatchupPeriod: Object.keys(calendar).length,
      latestScoringPeriod: lastWeek + 1,
      finalScoringPeriod: lastWeek,
      previousSeasons: [],
    },
    members: teams.map(({ id, first = 'Owner', last = `${id}` }: Json) => ({
      id: owner(id),
      firstName: first,
      lastName: last,
      isLeagueManager: id === 1,
    })),
    teams: teams.map(({ id, name, final, seed }: Json) => ({
      id,
      name,
      owners: [owner(id)],
      primaryOwner: owner(id),
      playoffSeed: seed,
      rankCalculatedFinal: final,
      record: { overall: totalsOf(id) },
    })),
    schedule: games.map(([period, home, a, away, b]: number[], index: number) => ({
      id: index + 1,
      matchupPeriodId: period,
      playoffTierType: (period ?? 0) > regular ? 'WINNERS_BRACKET' : 'NONE',
      winner: (a ?? 0) > (b ?? 0) ? 'HOME' : 'AWAY',
      home: { teamId: home, totalPoints: a },
      away: { teamId: away, totalPoints: b },
    })),
  })
}

/** `find` is a list, a field and its value; `pick` is a list, and `map` names fields of its items. */
function picked(body: Json, { at, find, pick, map, sorted }: Json): Json {
  const [list, field, wanted] = find ?? []
  const root = find === undefined ? body : valueAt(body, list).find((each: Json) => each[field] === wanted)
  if (pick === undefined) return valueAt(root, at)
  const rows = valueAt(root, pick).map((each: Json) => rowOf(each, map))
  return sorted ? rows.toSorted(byText).toReversed() : rows
}

/** The value itself if it contains or lacks what it should. */
function rightValue(value: Json, { is, has, not, notEqual }: Json): Json {
  const text = JSON.stringify(value) ?? ''
  if (has !== undefined && !text.includes(has)) return `a value with ${has}`
  if (not !== undefined && text.includes(not)) return `a value without ${not}`
  if (notEqual !== undefined && text === JSON.stringify(notEqual)) return `another value than ${text}`
  return is === undefined ? value : is
}

function valueAt(root: Json, path: string): Json {
  return path.split('.').reduce((value, key) => value?.[key], root)
}

function rowOf(item: Json, fields: readonly string[]): Json {
  return fields.map((field) => valueAt(item, field))
}

function byText(a: Json, b: Json): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
}
