import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { runCommand } from '../../../scripts/bootstrap/processes.mjs'
import { builtProgramPath } from '../../../scripts/bootstrap/run-built-program.mjs'
import { type Client, createClient } from '../../bench/program.ts'
import { createLeague, LEAGUE_PATH, type League, SOCIAL_PATH } from '../load.ts'
import { createRequestStats, type RequestStats, recordResponse } from '../outcome.ts'
import { LEAGUE_NAME, type Server, startProvider, startServer } from '../server.ts'
import { appendMark, type DiskRecord, readDiskLog, recorderEnv, startDiskLog } from './recorded-disk.ts'

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

/** Notes that the server has acknowledged a value: of a post, a vote, a pick and so on. */
type Acknowledge = (key: string, value: unknown) => void

/** The SHA-256 of each picture that the server has sent, by its path. */
type Pictures = Map<string, string | null>

type PowerLoad = {
  league: League
  stats: RequestStats
  pictures: Pictures
  acknowledge: Acknowledge
}

type Post = { id: number; content: string; media: { url: string }[] }

export const THERE = 'there'
/** Of a post that was deleted, as of one that never was there. */
export const GONE = null
const COPY_NAME = `${LEAGUE_NAME} Copy`

/**
 * Members who post with pictures, vote, pick, comment and delete posts at the same time, while an admin refreshes the
 * league, adds a picture of an owner, and imports a copy of the league.
 * @param round distinguishes the texts of several calls
 */
async function runPowerLoad(load: PowerLoad, round: number, turns: number) {
  await Promise.all([
    ...load.league.writers.map((writer) => writeLoop(load, writer, round, turns)),
    administrate(load, round),
  ])
}

async function writeLoop(load: PowerLoad, writer: Client, round: number, turns: number) {
  const { league, acknowledge } = load
  const { post, proposal, options, week } = league
  let previous: Post | null = null
  for (let turn = 0; turn < turns; turn += 1) {
    const label = `${round}.${turn} by ${writer.name}`
    const created = await createPost(load, writer, `Post ${label}`)
    const option = options[(turn + round) % options.length]
    await write(load, writer, 'POST', `${SOCIAL_PATH}/proposals/${proposal}/vote/`, { option_id: option })
    acknowledge(`vote by ${writer.name}`, option)
    if (week !== null) {
      const text = `Harbor by ${round * 100 + turn}`
      await write(load, writer, 'POST', `${LEAGUE_PATH}/bets/save/`, { ...week, owner: writer.name, text })
      acknowledge(`pick by ${writer.name}`, text)
    }
    const body = `Comment ${label}`
    await write(load, writer, 'POST', `${SOCIAL_PATH}/posts/${post}/comments/`, { body })
    acknowledge(`comment ${body}`, THERE)
    if (previous !== null && turn % 3 === 2) {
      await write(load, writer, 'DELETE', `${SOCIAL_PATH}/posts/${previous.id}/`)
      acknowledge(`post ${previous.content}`, GONE)
    }
    previous = created
  }
}

async function createPost(load: PowerLoad, writer: Client, content: string): Promise<Post> {
  const form = new FormData()
  for (const part of [1, 2])
    form.append('files', new Blob([drawPicture(`${content} ${part}`)]), 'picture.png')
  const { media }: { media: { key: string }[] } = await write(
    load,
    writer,
    'POST',
    `${SOCIAL_PATH}/posts/media/`,
    form,
  )
  const keys = media.map(({ key }) => ({ key }))
  const post = await write(load, writer, 'POST', `${SOCIAL_PATH}/posts/`, { content, media: keys })
  load.acknowledge(`post ${content}`, THERE)
  for (const { url } of post.media) {
    const hash = await readHash(writer, url)
    if (hash === null) throw new Error(`${url} is missing right after it was posted`)
    load.pictures.set(url, hash)
  }
  return post
}

async function administrate(load: PowerLoad, round: number) {
  const { league, acknowledge, pictures } = load
  const { admin } = league
  const refresh = await write(load, admin, 'POST', '/api/refresh-espn/', { name: LEAGUE_NAME })
  if (!refresh.ok) throw new Error(`the refresh failed: ${refresh.error}`)
  acknowledge(`season of ${LEAGUE_NAME}`, THERE)
  const { owners } = await admin.get(`${LEAGUE_PATH}/history/pairs/`)
  const owner = owners[round]
  if (owner !== undefined) {
    const path = `${LEAGUE_PATH}/owners/${encodeURIComponent(owner)}/picture/`
    const picture = new FormData()
    picture.append('file', new Blob([drawPicture(owner)]), 'owner.png')
    await write(load, admin, 'POST', path, picture)
    acknowledge(`picture ${path}`, await readHash(admin, path))
  }
  const archive = await admin.get(`${LEAGUE_PATH}/export/`)
  const name = `${COPY_NAME} ${round}`
  const form = new FormData()
  form.append('name', name)
  form.append('file', new Blob([archive]), 'league.zip')
  await write(load, admin, 'POST', '/api/import-league/', form)
  acknowledge(`league ${name}`, THERE)
  for (const { media } of await readPosts(admin, name))
    for (const { url } of media) pictures.set(url, await readHash(admin, url))
}

async function write(
  { stats }: PowerLoad,
  client: Client,
  method: 'POST' | 'DELETE',
  path: string,
  body?: unknown,
) {
  const response = await client.request(method, path, body)
  const responseClass = recordResponse(stats, `${method} ${path}`, response, { isWrite: true })
  if (responseClass !== 'success') throw new Error(`${method} ${path} failed while the server was recorded`)
  return response.body
}

export async function readPosts(client: Client, league: string): Promise<Post[]> {
  const posts: Post[] = []
  for (let before = ''; ; ) {
    const path = `/api/league/${encodeURIComponent(league)}/social/feed/?limit=100${before}`
    const page = await client.get(path)
    for (const { type, media = [], ...item } of page.items)
      if (type === 'post') posts.push({ ...item, media })
    if (page.next === null) return posts
    before = `&before=${encodeURIComponent(page.next)}`
  }
}

/** Returns the SHA-256 of a picture; null if the server does not have it. */
export async function readHash(client: Client, path: string): Promise<string | null> {
  const { status, body } = await client.request('GET', path)
  return status === 200 ? createHash('sha256').update(body).digest('hex') : null
}

/** A gray picture of some kilobytes that is different for every text. */
function drawPicture(text: string) {
  const side = 64
  const rows = Buffer.alloc((side + 1) * side)
  for (let at = 0; at < rows.length; at += 32)
    createHash('sha256').update(`${text} ${at}`).digest().copy(rows, at)
  return encodePng(side, side, rows)
}

/** An 8-bit gray PNG. Each row begins with the byte of its filter. */
function encodePng(width: number, height: number, rows: Buffer): Buffer<ArrayBuffer> {
  for (let at = 0; at < rows.length; at += width + 1) rows[at] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const content = Buffer.concat([Buffer.from(type), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
