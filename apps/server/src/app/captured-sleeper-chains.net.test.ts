import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { CAPTURES_SKIP_REASON } from '@fieldhouse/simulator/testing/captures'
import {
  HAS_SLEEPER_CAPTURES,
  readSleeperCapture,
  SLEEPER_CAPTURES_FOLDER,
} from '@fieldhouse/simulator/testing/sleeper-captures'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listSeasons } from '../repositories/stored-seasons.ts'
import { IS_NET } from '../testing/is-net.ts'
import { postFiles, postForm } from '../testing/multipart-form.ts'
import { type SleeperApp, startSleeperApp } from '../testing/sleeper-app.ts'
import { ADMIN_CODE, type TestApp, type TestClient } from '../testing/start-app.ts'
import { rebuildLeagues } from './commands/refresh.ts'

/** Teams, records and points that the games reproduce, best record, champion, highest score with its week and team. */
type Expected = [number, number, number, number, string, number, number, number, number, number]

type Chain = {
  name: string
  leagueId: string
  seasons: Expected[]
  unplayed: number[]
  /** Whether it is read in every run of the tests. The others take minutes together. */
  isSample?: true
}

const ALL_CHAINS: Chain[] = [
  {
    name: 'Jailyard',
    leagueId: '918335334096846848',
    seasons: [
      [2022, 12, 12, 11, '12-2-0', 11, 5, 186.3, 14, 3],
      [2023, 12, 12, 11, '11-3-0', 5, 10, 223.5, 12, 11],
    ],
    unplayed: [],
  },
  {
    name: 'Pioneer',
    leagueId: '1345194878245556224',
    seasons: [
      [2021, 12, 12, 9, '9-5-0', 2, 8, 192.5, 6, 12],
      [2022, 12, 12, 12, '10-4-0', 10, 7, 213.6, 13, 10],
      [2023, 12, 12, 11, '11-3-0', 7, 10, 188.46, 4, 10],
      [2024, 12, 12, 12, '12-2-0', 7, 8, 198.16, 11, 10],
      [2025, 12, 12, 12, '13-1-0', 3, 3, 209.86, 9, 10],
    ],
    unplayed: [2026],
  },
  {
    name: 'Fantasy 101',
    leagueId: '1389719640493551616',
    seasons: [
      [2020, 10, 10, 5, '8-5-0', 5, 1, 167.92, 2, 7],
      [2021, 10, 10, 7, '12-2-0', 7, 1, 189.6, 5, 7],
      [2022, 10, 10, 10, '12-2-0', 2, 5, 219.12, 4, 5],
      [2023, 10, 10, 10, '10-4-0', 1, 9, 234.96, 12, 1],
      [2024, 10, 10, 10, '10-4-0', 8, 7, 195.06, 8, 2],
      [2025, 10, 10, 10, '9-5-0', 6, 10, 174.9, 5, 2],
    ],
    unplayed: [2026],
  },
  {
    name: 'LOB',
    isSample: true,
    leagueId: '1128059523031220224',
    seasons: [[2024, 10, 10, 10, '25-3-0', 8, 3, 194.28, 14, 4]],
    unplayed: [],
  },
  {
    name: 'Harborlight',
    leagueId: '787506053142216704',
    seasons: [
      [2019, 12, 10, 3, '9-3-1', 4, 8, 154.04, 5, 4],
      [2020, 12, 12, 8, '11-2-0', 1, 1, 175.04, 2, 1],
      [2021, 14, 14, 14, '9-4-0', 7, 1, 177.84, 5, 7],
      [2022, 14, 14, 14, '11-2-0', 8, 1, 172.76, 2, 10],
    ],
    unplayed: [],
  },
  {
    name: 'DLP',
    leagueId: '521379020332068864',
    seasons: [[2020, 12, 12, 12, '10-3-0', 11, 11, 200.6, 12, 4]],
    unplayed: [],
  },
]

const CHAINS = ALL_CHAINS.filter(({ isSample }) => IS_NET || isSample)

// biome-ignore lint/suspicious/noExplicitAny: responses are untyped JSON
type Json = any

let sleeperApp: SleeperApp
let testApp: TestApp
let boss: TestClient

beforeEach(async () => {
  sleeperApp = await startSleeperApp()
  testApp = sleeperApp.testApp
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await testApp.db.updateTable('users').set({ is_staff: 1 }).execute()
})
afterEach(() => sleeperApp.close())

const read = async (league: string, path: string) =>
  (await boss.get(`/api/league/${encodeURIComponent(league)}/${path}`)).body

/** The numbers of each finished season, as the API has them. */
async function readSeasons(league: string): Promise<Expected[]> {
  const { seasons } = await read(league, 'history/')
  const stored = (await read(league, 'seasons/')).seasons
  const scores = (await listSeasons(testApp.db, await testApp.findLeagueId(league))).flatMap(
    ({ season, games }) =>
      games
        .filter(({ bracket }) => bracket === 'regular')
        .flatMap(({ period, home, away }) =>
          [home, ...(away === null ? [] : [away])].map(({ teamId, points }) => ({
            season,
            week: period,
            team: teamId,
            points,
          })),
        ),
  )
  return seasons
    .filter((each: Json) => each.is_finished)
    .map(({ season, standings }: Json) => {
      const { findings } = stored.find((each: Json) => each.season === season)
      const count = (code: string) =>
        standings.length - findings.filter((finding: Json) => finding.code === code).length
      const [best] = standings.toSorted(
        (a: Json, b: Json) => b.wins - a.wins || a.losses - b.losses || b.pf - a.pf,
      )
      const champion = standings.find(({ rank }: Json) => rank === 1).team_id
      const [top] = scores.filter((score) => score.season === season).sort((a, b) => b.points - a.points)
      const record = `${best.wins}-${best.losses}-${best.ties}`
      const reproduced = [standings.length, count('record'), count('points_for')]
      return [
        season,
        ...reproduced,
        record,
        best.team_id,
        champion,
        (top?.points ?? 0) / 100,
        top?.week,
        top?.team,
      ]
    })
}

const folderUrl = new URL(`file://${SLEEPER_CAPTURES_FOLDER}`)

/** The recorded files of a season, by the names under which a browser saves them. Empty lists are left out. */
function capturedFiles(leagueId: string) {
  const list = (folder: string) => {
    const url = new URL(`${folder}/`, folderUrl)
    return existsSync(url)
      ? readdirSync(url)
          .filter((name) => name.endsWith('.json'))
          .map((name) => `${folder}/${name}`)
      : []
  }
  const drafts = (readSleeperCapture(`league/${leagueId}/drafts`) ?? []) as { draft_id: string }[]
  const paths = [
    `league/${leagueId}.json`,
    ...['', '/matchups', '/transactions'].flatMap((part) => list(`league/${leagueId}${part}`)),
    ...drafts.flatMap(({ draft_id: id }) => [`draft/${id}.json`, `draft/${id}/picks.json`]),
  ]
  return paths
    .filter((path) => existsSync(new URL(path, folderUrl)))
    .map((path) => ({
      name: path.split('/').at(-1) ?? '',
      content: readFileSync(new URL(path, folderUrl), 'utf8'),
    }))
    .filter(({ content }) => content.trim() !== '[]')
}

async function rebuild(league: string): Promise<string | undefined> {
  const lines: string[] = []
  await rebuildLeagues(testApp.db, league, (line) => lines.push(line))
  return lines.at(-1)
}

/** What the archive of a league consists of: lineups, drafts and transactions. */
async function readArchive(league: string, seasons: readonly number[]) {
  const parts: Json[] = []
  for (const season of seasons) {
    parts.push(await read(league, `insights/draft/?season=${season}`))
    parts.push(await read(league, `insights/lineups/?season=${season}`))
  }
  return parts
}

if (!HAS_SLEEPER_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_SLEEPER_CAPTURES)('the recorded chains of Sleeper', () => {
  it.each(CHAINS)(
    '$name has the same numbers when read, rebuilt, and exported and imported',
    async (chain) => {
      const { name, leagueId, seasons, unplayed } = chain
      const years = [...seasons.map(([season]) => season), ...unplayed]
      const [first = 0, last = 0] = [years[0], years.at(-1)]
      await boss.post('/api/create-league/', { name, source: { provider: 'sleeper', league_id: leagueId } })
      const refreshed = await boss.post('/api/refresh/', { name, season: last })
      expect(refreshed.body).toMatchObject({ ok: true, error: null })
      const { body } = await boss.post(
        `/api/league/${encodeURIComponent(name)}/history/backfill-admin/`,
        // The lineups of one season are enough to see that they are rebuilt.
        { password: 'boss-has-a-secret', start: first, end: last, scrape: years.length === 1 },
      )
      expect(body.failed).toEqual([])
      expect(await readSeasons(name)).toEqual(seasons)
      const history = await read(name, 'history/')
      expect(history.seasons.map(({ season }: Json) => season)).toEqual(years)
      const archive = await readArchive(name, years)

      expect(await rebuild(name)).toBe(`Seasons rebuilt: ${years.length}, unchanged: 0.`)
      expect(await readSeasons(name)).toEqual(seasons)
      expect(await read(name, 'history/')).toEqual(history)
      expect(await readArchive(name, years)).toEqual(archive)

      await boss.post('/api/account/confirm/', { password: 'boss-has-a-secret' })
      const exported = await testApp.app.inject({
        url: `/api/league/${encodeURIComponent(name)}/export/`,
        cookies: Object.fromEntries(boss.cookies),
      })
      const form = new FormData()
      form.append('name', 'Copy')
      form.append('file', new Blob([new Uint8Array(exported.rawPayload)]), 'league.zip')
      expect((await postForm(boss, '/api/import-league/', form)).body).toMatchObject({ league: 'Copy' })
      expect(await readSeasons('Copy')).toEqual(seasons)
      expect(await rebuild('Copy')).toBe(`Seasons rebuilt: ${years.length}, unchanged: 0.`)
      expect(await readSeasons('Copy')).toEqual(seasons)
    },
    120_000,
  )

  it.each(CHAINS)(
    '$name has the same numbers when its files are uploaded, and rebuilt',
    async (chain) => {
      const { name, leagueId, seasons, unplayed } = chain
      await boss.post('/api/create-league/', { name, source: { provider: 'sleeper', league_id: leagueId } })
      const requests = sleeperApp.server.requests.length
      const url = `/api/league/${encodeURIComponent(name)}/seasons`
      let id: string | null = leagueId
      // Each season only knows the one before, so the newest one comes first.
      while (id !== null) {
        const league = readSleeperCapture(`league/${id}`) as Json
        if (league === null) break
        const files = capturedFiles(id)
        const preview = await postFiles(boss, `${url}/preview/`, files)
        expect(preview.body.seasons).toMatchObject([{ season: Number(league.season), is_stored: false }])
        const uploaded = await postFiles(boss, `${url}/upload/`, files)
        expect(uploaded.body.seasons).toMatchObject([
          { season: Number(league.season), source: 'upload', provider: 'sleeper' },
        ])
        id = league.previous_league_id === '0' ? null : league.previous_league_id
      }
      expect(sleeperApp.server.requests).toHaveLength(requests)
      expect(await readSeasons(name)).toEqual(seasons)
      const history = await read(name, 'history/')
      expect(await rebuild(name)).toBe(`Seasons rebuilt: ${seasons.length + unplayed.length}, unchanged: 0.`)
      expect(await readSeasons(name)).toEqual(seasons)
      expect(await read(name, 'history/')).toEqual(history)
    },
    120_000,
  )
})
