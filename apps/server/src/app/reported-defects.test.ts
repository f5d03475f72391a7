import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SleeperApp, startSleeperApp } from '../testing/sleeper-app.ts'
import { ADMIN_CODE, type TestClient } from '../testing/start-app.ts'

const FOLDER = new URL('../../../../../shared/defects/', import.meta.url)

// biome-ignore lint/suspicious/noExplicitAny: the inputs and the responses are untyped JSON
type Json = any

/** Paths of Sleeper's API and their bodies, and the right values. `then`: bodies of a second refresh. */
type Defect = {
  name: string
  kind: string
  league: string
  id: string
  seasons: number[]
  scrape?: boolean
  /** `refused`: the league cannot be created. */
  create?: string
  sleeper: Record<string, unknown>
  then?: Record<string, unknown>[]
  expect: Json[]
}

const isSleeper = ({ kind }: Defect) => kind === 'sleeper'

const DEFECTS: Defect[] = !existsSync(FOLDER)
  ? []
  : readdirSync(FOLDER)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name, ...JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) }))
      .filter(isSleeper)

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

  it.each(DEFECTS)('has its right values: $name', async (defect) => {
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
})

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
