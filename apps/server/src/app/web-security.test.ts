import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBuiltPage } from '../testing/built-page-fixture.ts'
import { createPhoto } from '../testing/media-files.ts'
import { postFiles } from '../testing/multipart-form.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { startApp } from '../testing/start-app.ts'

const SITE_URL = 'https://league.example'
const DRAFT_URL = 'https://draft.example/room?league=1'
const MEDIA_URL = '/api/league/Harbour/social/media/'

const page = createBuiltPage()
let league: SocialLeague
let mediaPath: string

beforeAll(async () => {
  const settings = { PUBLIC_URL: SITE_URL, DRAFT_APP_URL: DRAFT_URL }
  league = await createSocialLeague(settings, { pageFolder: page.folder })
  const { body } = await postFiles(league.clients.player, MEDIA_URL, [
    { name: 'a.jpg', content: await createPhoto() },
  ])
  mediaPath = body.items[0].url
  league.testApp.provider.read = () => buildSeason()
  await league.clients.boss.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
  writeFileSync(join(league.testApp.dataDir, 'owners', 'ada-marlow.jpg'), await createPhoto())
})
afterAll(async () => {
  await league.testApp.close()
  page.remove()
})

/** Sends a request as the signed-in player. */
function sendRequest(options: InjectOptions) {
  const cookies = Object.fromEntries(league.clients.player.cookies)
  return league.testApp.app.inject({ method: 'GET', cookies, ...options })
}

const parseDirectives = (policy: unknown) =>
  new Map(
    String(policy)
      .split(';')
      .map((each) => each.trim().split(/ +/))
      .map(([name = '', ...values]) => [name, values.join(' ')]),
  )

const RESPONSE_KINDS: [kind: string, status: number, options: () => InjectOptions][] = [
  ['the page', 200, () => ({ url: '/' })],
  ['an asset', 200, () => ({ url: '/assets/app-1a2b3c.js' })],
  ['an API response', 200, () => ({ url: '/api/whoami/' })],
  ['a league API response', 200, () => ({ url: '/api/league/Harbour/social/feed/' })],
  ['an uploaded picture', 200, () => ({ url: mediaPath })],
  ['a byte range of a picture', 206, () => ({ url: mediaPath, headers: { range: 'bytes=0-9' } })],
  ['an owner picture', 200, () => ({ url: '/owners/ada-marlow.jpg' })],
  ['the owner picture of a league', 200, () => ({ url: '/api/league/Harbour/owners/Ada%20Marlow/picture/' })],
  ['a not-modified response', 304, () => ({ url: mediaPath, headers: { 'if-none-match': 'x' } })],
  ['a forbidden response', 403, () => ({ url: '/api/users/' })],
  ['a request rejected before its body is read', 403, () => ({ method: 'POST', url: '/api/logout/' })],
  ['an unknown API endpoint', 404, () => ({ url: '/api/nothing/' })],
  ['an unknown page', 404, () => ({ url: '/nothing', headers: { accept: 'text/html' } })],
  ['a malformed URL', 400, () => ({ url: '/%zz' })],
  ['a URL that is too long', 404, () => ({ url: `/api/league/${'x'.repeat(2500)}/meta/` })],
  ['an unsupported method', 404, () => ({ method: 'TRACE' as 'GET', url: '/' })],
  ['the redirect to the draft app', 302, () => ({ url: '/draft/draft' })],
  ['the API reference', 200, () => ({ url: '/api/docs/' })],
  ['a private build file', 404, () => ({ url: '/.vite/manifest.json' })],
  ['the health endpoint', 200, () => ({ url: '/healthz' })],
  ['the readiness endpoint', 200, () => ({ url: '/readyz' })],
  ['the metrics', 200, () => ({ url: '/metrics' })],
]

describe('security headers', () => {
  it.each(RESPONSE_KINDS)('restrict the browser for %s (%i)', async (kind, status, options) => {
    const request = options()
    if (kind === 'a not-modified response') {
      const { headers } = await sendRequest({ url: mediaPath })
      request.headers = { 'if-none-match': String(headers['etag']) }
    }
    const { statusCode, headers } = await sendRequest(request)
    expect(statusCode).toBe(status)

    const policy = parseDirectives(headers['content-security-policy'])
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('base-uri')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|http:/)
    expect(headers).toMatchObject({
      'cross-origin-embedder-policy': 'credentialless',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    })
    expect(Object.keys(headers).filter((name) => /^(access-control|server$|x-powered)/.test(name))).toEqual(
      [],
    )
  })

  it("allow the page's own scripts and styles by hash, and external pictures over https only", async () => {
    const { headers } = await sendRequest({ url: '/' })
    const policy = parseDirectives(headers['content-security-policy'])
    expect(policy.get('script-src')).toMatch(/^'self' 'sha256-[\w+/]{43}='$/)
    const style = createHash('sha256').update('h1 { margin: 0 }').digest('base64')
    expect(policy.get('style-src')).toBe(`'self' 'sha256-${style}'`)
    expect(policy.get('img-src')).toBe("'self' data: blob:")
    expect(policy.get('object-src')).toBe("'none'")
    expect(policy.get('connect-src')).toBe("'self'")
    expect(policy.get('form-action')).toBe("'self'")
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    expect(policy.get('trusted-types')).toBe('fieldhouse')
  })

  it('sandbox an uploaded file', async () => {
    const { headers } = await sendRequest({ url: mediaPath })
    expect(parseDirectives(headers['content-security-policy']).has('sandbox')).toBe(true)
  })

  it('do not include HSTS when the site is not served over https', async () => {
    for (const PUBLIC_URL of [undefined, 'http://league.example']) {
      const testApp = await startApp({ PUBLIC_URL })
      const responses = await Promise.all(['/api/whoami/', '/%zz'].map((url) => testApp.client().get(url)))
      await testApp.close()
      for (const { headers } of responses) expect(headers['strict-transport-security']).toBe(undefined)
    }
  })
})

describe('CSRF protection', () => {
  const urls = ['/api/login/', '/api/register/', '/api/logout/', '/api/password-reset/confirm/']
  const foreignHeaders = [
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'http://league.example' },
    { origin: 'https://league.example:8443' },
    { origin: 'https://evil.league.example' },
    { origin: 'https://league.example.evil.example' },
    { origin: 'https://league.example@evil.example' },
    { origin: 'not a URL' },
    { origin: '' },
    { origin: SITE_URL, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]

  it.each(urls)('rejects %s from every other site, even with a valid token', async (url) => {
    for (const headers of foreignHeaders) {
      const { status, body } = await league.testApp.client().post(url, {}, headers)
      expect([headers, status, body.code]).toEqual([headers, 403, 'wrong_origin'])
    }
  })

  it.each(urls)('rejects %s without the token, as a form on another site would send it', async (url) => {
    const contentTypes = ['application/x-www-form-urlencoded', 'text/plain', 'application/json']
    for (const type of contentTypes) {
      const headers = { origin: SITE_URL, 'content-type': type }
      const response = await sendRequest({ method: 'POST', url, headers, payload: '{}' })
      expect([type, response.statusCode, response.json().code]).toEqual([type, 403, 'csrf_failed'])
    }
  })

  it("accepts requests from the site's own page, and from programs that send no origin", async () => {
    const client = league.testApp.client()
    const sameOriginHeaders = { origin: SITE_URL, 'sec-fetch-site': 'same-origin' }
    expect((await client.post('/api/logout/', undefined, sameOriginHeaders)).status).toBe(200)
    expect((await client.post('/api/logout/')).status).toBe(200)
  })

  it.each([
    ['http://inside.localhost:3000', 200],
    ['http://inside.localhost:3001', 403],
    ['http://sub.inside.localhost:3000', 403],
    ['null', 403],
  ])(
    'compares the origin with the requested host when PUBLIC_URL is not set: %s gets %i',
    async (origin, status) => {
      const testApp = await startApp()
      const headers = { origin, host: 'inside.localhost:3000' }
      const response = await testApp.client().post('/api/logout/', undefined, headers)
      await testApp.close()
      expect(response.status).toBe(status)
    },
  )
})

describe('cookies', () => {
  it('are limited to the site over https, with the session hidden from scripts', async () => {
    const client = league.testApp.client()
    const { headers } = await client.get('/api/csrf/')
    expect(headers['set-cookie']).toMatch(
      /^csrftoken=[\w.-]+; Max-Age=31536000; Path=\/; Secure; SameSite=Lax$/,
    )
    const account = { username: 'newcomer', password: 'a-long-enough-secret' }
    const response = await client.post('/api/register/', account)
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^sessionid=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(/^device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
  })
})

describe('a URL', () => {
  it.each([
    '/draft/draft?next=https://evil.example',
    '/draft/draft/?url=//evil.example',
    '/draft/draft?returnTo=%0d%0aLocation:%20https://evil.example',
  ])('such as %s redirects to the configured draft app only', async (url) => {
    const { statusCode, headers } = await sendRequest({ url })
    expect([statusCode, headers.location]).toEqual([302, DRAFT_URL])
  })

  it.each([
    '//evil.example',
    '//evil.example/%2e%2e',
    '///evil.example//',
    '/\\evil.example',
    '/%5cevil.example/',
    '/assets/..//evil.example',
    '/assets',
    '/?tab=https://evil.example&next=//evil.example',
    '/?uid=1&token=x&redirect=https://evil.example',
    '/api/docs//evil.example',
    '/owners//evil.example/',
    '/%0d%0aset-cookie:a=b',
    '/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/.git/config',
    '/.env',
  ])('such as %s does not redirect to another site, and shows only the page', async (url) => {
    const { statusCode, headers, body } = await sendRequest({ url, headers: { accept: 'text/html' } })
    const { location } = headers
    if (location !== undefined) expect(new URL(location, SITE_URL).origin).toBe(SITE_URL)
    // Some of these paths name another host, under which the page is not.
    const redirected = 'redirected=1; Max-Age=60; Path=/; SameSite=Lax'
    expect(headers['set-cookie']).toBe(
      statusCode === 302 && headers['cache-control'] === 'no-store' ? redirected : undefined,
    )
    if (statusCode === 200) expect(body).toContain('<div id="root">')
  })
})
