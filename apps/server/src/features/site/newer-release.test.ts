import { expect, it } from 'vitest'
import { isNewerRelease, readNewestRelease } from './status.ts'

const URL = 'https://releases.example/latest'

const answer = (body: string, status = 200) => ({
  userAgent: 'Tests/1.0 (+https://tests.example)',
  fetch: async () => new Response(body, { status }),
})

it.each([
  ['GitHub', '{"tag_name":"v0.3.0","draft":false}', '0.3.0'],
  ['the npm registry', '{"name":"fieldhouse","version":"1.12.3"}', '1.12.3'],
])('reads the newest release from the answer of %s', async (_, body, version) => {
  expect(await readNewestRelease(URL, answer(body))).toBe(version)
})

it.each([
  ['an error', answer('{}', 404), 'releases.example responded with HTTP 404.'],
  ['a page', answer('<html>'), 'The response of releases.example names no release.'],
  ['no version', answer('{"tag_name":"nightly"}'), 'The response of releases.example names no release.'],
  [
    'nothing',
    { ...answer(''), fetch: () => Promise.reject(new TypeError('fetch failed')) },
    "releases.example didn't respond.",
  ],
])('says what is wrong with %s', async (_, options, message) => {
  await expect(readNewestRelease(URL, options)).rejects.toThrow(message)
})

it.each([
  ['0.2.1', '0.2.0', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.0', true],
  ['0.2.0', '0.2.0', false],
  ['0.2.0', '0.3.0', false],
  ['0.1.9', '0.2.0', false],
  ['nightly', '0.2.0', false],
])('compares %s with the running %s', (newest, running, isNewer) => {
  expect(isNewerRelease(newest, running)).toBe(isNewer)
})
