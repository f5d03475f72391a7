import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { createPhoto } from '../testing/media-files.ts'
import {
  ADMIN_CODE,
  buildRegistration,
  type Cookies,
  cleanUpServers,
  createTempFolder,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts'

afterEach(cleanUpServers)

const path = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url))

/** Owns neither the program nor the other users' files. */
const OTHER_USER = 65_534

/**
 * Makes everything read-only but a folder, and continues as another user, as in a container with a read-only root file
 * system.
 */
const readOnlyExcept = (folder: string) => {
  const script = [
    'mount --bind "$0" "$0"',
    'mount -o remount,bind,ro /',
    `exec setpriv --reuid=${OTHER_USER} --regid=${OTHER_USER} --clear-groups "$@"`,
  ].join(' && ')
  return ['unshare', '-m', 'sh', '-c', script, folder]
}

/** Sends a form with one file. Returns the body of a successful response. */
async function sendFile(server: ServerProcess, cookies: Cookies, url: string, field: string, file: File) {
  const body = new FormData()
  if (field === 'file') body.append('name', 'Harbor Copy')
  body.append(field, file)
  const headers = { cookie: cookieHeader(cookies), 'x-csrftoken': cookies.get('csrftoken') ?? '' }
  const response = await fetch(`${server.baseUrl}${url}`, { method: 'POST', headers, body })
  expect([url, response.status]).toEqual([url, 200])
  return response.json()
}

async function download(server: ServerProcess, cookies: Cookies, url: string): Promise<Blob> {
  const response = await fetch(`${server.baseUrl}${url}`, { headers: { cookie: cookieHeader(cookies) } })
  expect([url, response.status]).toEqual([url, 200])
  return response.blob()
}

const cookieHeader = (cookies: Cookies) => [...cookies].map((pair) => pair.join('=')).join('; ')

it('starts and works as another user, who can write to its data and temporary files only', async ({
  skip,
}) => {
  const folder = createTempFolder()
  const commandPrefix = readOnlyExcept(folder)
  skip(
    !canRead(commandPrefix, path('scripts/start.mjs')),
    'Skipped: it requires root, a container that may mount, and a clone that other users can read.',
  )
  const temporaryFolder = join(folder, 'tmp')
  mkdirSync(temporaryFolder)
  for (const each of [folder, temporaryFolder]) {
    chmodSync(each, 0o700)
    chownSync(each, OTHER_USER, OTHER_USER)
  }
  const env = { ADMIN_SIGNUP_CODE: ADMIN_CODE, TMPDIR: temporaryFolder }
  const server = await startServer(join(folder, 'data'), {
    cwd: folder,
    commandPrefix,
    script: path('scripts/start.mjs'),
    env,
  })
  const cookies: Cookies = new Map()
  const boss = server.browser(cookies)
  await boss.post('/api/register/', buildRegistration('boss', { role: 'admin', admin_code: ADMIN_CODE }))
  expect((await boss.post('/api/create-league/', { name: 'Harbor', espn_league_id: 4711 })).status).toBe(200)

  const league = '/api/league/Harbor'
  const season = new File([readFileSync(path('docs/league-file.example.json'))], 'season.json')
  await sendFile(server, cookies, `${league}/seasons/upload/`, 'files', season)
  const photo = new File([await createPhoto(2000, 1500)], 'us.jpg')
  const { items } = await sendFile(server, cookies, `${league}/social/media/`, 'files', photo)
  expect((await download(server, cookies, items[0].url)).size).toBeGreaterThan(1000)
  const picture = await download(server, cookies, `${league}/standings/image/?season=2014`)
  expect(picture.type).toBe('image/png')
  const archive = new File([await download(server, cookies, `${league}/export/`)], 'league.zip')
  await sendFile(server, cookies, '/api/import-league/', 'file', archive)

  server.signal('SIGTERM')
  expect(await server.exited).toMatchObject({ code: 0 })
})

function canRead([command = '', ...args]: readonly string[], file: string): boolean {
  try {
    execFileSync(command, [...args, 'cat', file], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
