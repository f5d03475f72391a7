import { expect, it } from 'vitest'
import { imagePaths } from './image-paths.ts'

const OPTIONS = { secretKey: 'a key', imagesBaseUrl: 'https://a.espncdn.com' }
const images = imagePaths(OPTIONS)

/** The URL that the proxy would request for a path. */
function readPath(path: string | null, by = images): string | null {
  const [, signature = '', picture = ''] = /^\/api\/images\/logos\/([^/]+)\/([^/]+)\/$/.exec(path ?? '') ?? []
  return by.findLogoUrl(signature, picture)
}

it.each([
  ['https://g.espncdn.com/lm-static/logo.svg', 'https://g.espncdn.com/lm-static/logo.svg'],
  ['http://g.espncdn.com/s/ffl/logo.png', 'https://g.espncdn.com/s/ffl/logo.png'],
  [
    'https://mystique-api.fantasy.espn.com/apis/v1/x?y=1#z',
    'https://mystique-api.fantasy.espn.com/apis/v1/x?y=1',
  ],
  ['https://i.imgur.com/a%20b.jpg', 'https://i.imgur.com/a%20b.jpg'],
])('gives the logo %s a path of its own', (logo, url) => {
  expect(readPath(images.ofLogo(logo))).toBe(url)
})

it.each([
  null,
  'logo.png',
  'https://logos.example/a.png',
  'https://g.espncdn.com.evil.example/a.png',
  'https://g.espncdn.com@evil.example/a.png',
  'https://someone:secret@g.espncdn.com/a.png',
  'https://g.espncdn.com:8443/a.png',
  'ftp://g.espncdn.com/a.png',
  'http://169.254.169.254/latest/meta-data/',
  'http://127.0.0.1/',
])('gives the logo %s no path', (logo) => {
  expect(images.ofLogo(logo)).toBeNull()
})

it('rejects a path that another key signed, or whose picture was changed', () => {
  const path = images.ofLogo('https://i.imgur.com/a.png')
  expect(readPath(path, imagePaths({ ...OPTIONS, secretKey: 'another key' }))).toBeNull()
  const picture = Buffer.from('https://a.espncdn.com/other.png').toString('base64url')
  expect(readPath(path?.replace(/[^/]+\/$/, `${picture}/`) ?? null)).toBeNull()
})

it('allows the host of the base URL, and forgets it when it is no longer the base URL', () => {
  const mirrored = imagePaths({ ...OPTIONS, imagesBaseUrl: 'http://127.0.0.1:4000' })
  const path = mirrored.ofLogo('http://127.0.0.1:4000/logo.png')
  expect(readPath(path, mirrored)).toBe('http://127.0.0.1:4000/logo.png')
  expect(readPath(path)).toBeNull()
})

it('has no paths when images are turned off', () => {
  const off = imagePaths({ ...OPTIONS, imagesBaseUrl: null })
  expect([off.isOn, off.ofLogo('https://i.imgur.com/a.png')]).toEqual([false, null])
  expect(readPath(images.ofLogo('https://i.imgur.com/a.png'), off)).toBeNull()
})
