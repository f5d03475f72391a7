import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../../scripts/bootstrap/processes.mjs'
import { builtProgramPath } from '../../../scripts/bootstrap/run-built-program.mjs'
import { type Client, createClient } from '../../bench/program.ts'
import { createLeague, type League } from '../league.ts'
import { createRequestStats, type RequestStats } from '../outcome.ts'
import { type Server, startProvider, startServer } from '../server.ts'
import { appendMark, type DiskRecord, readDiskLog, startDiskLog } from './disk-log.ts'
import { type Pictures, runPowerLoad, THERE } from './load.ts'
import { recorderEnv } from './recorder.ts'

export type Recording = {
  records: readonly DiskRecord[]
  stats: RequestStats
  pictures: Pictures
  league: League
}

/** What is recorded, relative to the recorded folder: the data directory of the server, and its backup. */
export const DATA = 'data'
export const BACKUP = 'league.zip'
/** Relative to a folder with a recording. */
export const DISK = 'disk'

/** The secret key is generated, and no request is above a limit. */
export const SERVER_ENV = { SECRET_KEY: '', RATE_LIMIT_FACTOR: '0' }

const TURNS = 4

/**
 * Records a server from its first start on: a league under load, with a restart and backups, until the server is
 * killed. The recording stays in the folder, which must be empty.
 * @param sharedObject from `compileRecorder`
 */
export async function record(folder: string, sharedObject: string): Promise<Recording> {
  const disk = join(folder, DISK)
  const logFile = join(folder, 'disk.log')
  startDiskLog(logFile, disk)
  const provider = await startProvider({ pastSeasons: 1 })
  const env = {
    ...SERVER_ENV,
    ESPN_BASE_URL: provider.address,
    ...recorderEnv(sharedObject, disk, logFile),
  }
  const acknowledge = (key: string, value: unknown) => appendMark(logFile, JSON.stringify({ key, value }))
  const backUp = async () => {
    const args = [builtProgramPath('backup'), join(disk, BACKUP), '--force']
    const options = { env: { ...process.env, ...env, DATA_DIR: join(disk, DATA) } }
    const { code, output } = await runCommand(process.execPath, args, options)
    if (code !== 0) throw new Error(`the backup failed:\n${output}`)
    acknowledge('backup', hashOfFile(join(disk, BACKUP)))
  }
  const start = () => startServer({ folder: join(disk, DATA), env })
  let server: Server = await start()
  try {
    const first = await createLeague(server.address, { writers: 4, espnLeagueId: 4_242_001 })
    acknowledge('secret key', hashOfFile(join(disk, DATA, 'secret-key')))
    for (const { name } of [first.admin, ...first.writers]) acknowledge(`account ${name}`, THERE)
    const load = { league: first, stats: createRequestStats(), pictures: new Map(), acknowledge }
    await Promise.all([runPowerLoad(load, 0, TURNS), backUp()])
    await server.child.stop()
    server = await start()
    const league = leagueAt(first, server.address)
    await Promise.all([runPowerLoad({ ...load, league }, 1, TURNS), backUp()])
    await server.child.kill()
    saveFacts(folder, { ...load, league })
    return { ...load, league, records: readDiskLog(logFile) }
  } finally {
    await server.child.kill()
    await provider.child.stop()
  }
}

export function leagueAt(league: League, address: string): League {
  const at = (client: Client) => client.withAddress(address)
  return { ...league, admin: at(league.admin), writers: league.writers.map(at) }
}

export function hashOfFile(file: string): string | null {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null
}

type Facts = {
  league: Omit<League, 'admin' | 'writers'>
  people: { name: string; cookie: string }[]
  stats: RequestStats
  pictures: [string, string | null][]
}

const factsFile = (folder: string) => join(folder, 'recording.json')

function saveFacts(folder: string, { league, stats, pictures }: Omit<Recording, 'records'>) {
  const { admin, writers, ...rest } = league
  const people = [admin, ...writers].map((client) => ({ name: client.name, cookie: client.cookie() }))
  const facts: Facts = { league: rest, people, stats, pictures: [...pictures] }
  writeFileSync(factsFile(folder), JSON.stringify(facts))
}

export function readRecording(folder: string): Recording | null {
  if (!existsSync(factsFile(folder))) return null
  const { league, people, stats, pictures }: Facts = JSON.parse(readFileSync(factsFile(folder), 'utf8'))
  const [admin, ...writers] = people.map(({ name, cookie }) =>
    createClient('', name, new Map(cookie.split('; ').map((pair) => splitOnce(pair)))),
  )
  if (admin === undefined) throw new Error(`${folder} has a recording without people`)
  return {
    records: readDiskLog(join(folder, 'disk.log')),
    stats,
    pictures: new Map(pictures),
    league: { ...league, admin, writers },
  }
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at), pair.slice(at + 1)]
}
