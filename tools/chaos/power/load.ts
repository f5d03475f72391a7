import { createHash } from 'node:crypto'
import type { Client } from '../../bench/program.ts'
import { LEAGUE_PATH, type League, SOCIAL_PATH } from '../league.ts'
import { type RequestStats, recordResponse } from '../outcome.ts'
import { LEAGUE_NAME } from '../server.ts'
import { encodePng } from './png.ts'

/** Notes that the server has acknowledged a value: of a post, a vote, a pick and so on. */
export type Acknowledge = (key: string, value: unknown) => void

/** The SHA-256 of each picture that the server has sent, by its path. */
export type Pictures = Map<string, string | null>

export type PowerLoad = {
  league: League
  stats: RequestStats
  pictures: Pictures
  acknowledge: Acknowledge
}

type Post = { id: number; content: string; media: { url: string }[] }

export const THERE = 'there'
/** Of a post that was deleted, as of one that never was there. */
export const GONE = null
export const COPY_NAME = `${LEAGUE_NAME} Copy`

/**
 * Members who post with pictures, vote, pick, comment and delete posts at the same time, while an admin refreshes the
 * league, adds a picture of an owner, and imports a copy of the league.
 * @param round distinguishes the texts of several calls
 */
export async function runPowerLoad(load: PowerLoad, round: number, turns: number) {
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
