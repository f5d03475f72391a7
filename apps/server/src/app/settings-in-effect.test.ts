import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readSettings, SETTING_NAMES } from '../settings.ts'
import { listSettings } from './monitoring.ts'

const SECRETS = {
  SECRET_KEY: 'canary-of-at-least-thirty-two-bytes!',
  SECRET_KEY_PREVIOUS: 'canary-of-the-previous-key',
  ADMIN_SIGNUP_CODE: 'canary-of-the-signup-code',
  ESPN_SWID: '{canary-swid}',
  ESPN_S2: 'canary-s2',
  DATABASE_URL: 'postgres://league:canary%40x@db.example:5432/league?password=canary',
  SMTP_URL: 'smtps://mailer:canary@mail.example:465',
  MAIL_FROM: 'league@example.org',
  METRICS_TOKEN: 'canary-of-the-metrics',
  LLM_BASE_URL: 'https://llm.example/v1',
  LLM_MODEL: 'small',
  LLM_API_KEY: 'canary-of-the-model',
  OIDC_ISSUER: 'https://accounts.example',
  OIDC_CLIENT_ID: 'the-client',
  OIDC_CLIENT_SECRET: 'canary-of-the-client',
  AWS_ACCESS_KEY_ID: 'canary-access',
  AWS_SECRET_ACCESS_KEY: 'canary-secret',
}

const DATA_DIR = mkdtempSync(join(tmpdir(), 'fieldhouse-settings-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

function list(environment: Record<string, string>, file: Record<string, string> = {}) {
  const given = { DATA_DIR, ...file, ...environment }
  return new Map(listSettings(readSettings(given), given, file).map((setting) => [setting.name, setting]))
}

it('shows no secret, and URLs without their credentials', () => {
  const settings = list(SECRETS)
  expect(JSON.stringify([...settings.values()])).not.toContain('canary')
  expect([...settings.values()].filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(
    Object.keys(SECRETS)
      .filter((name) => SECRETS[name as keyof typeof SECRETS].includes('canary') && !name.endsWith('_URL'))
      .sort(),
  )
  expect(settings.get('DATABASE_URL')?.value).toBe('postgres://db.example:5432/league')
  expect(settings.get('SMTP_URL')?.value).toBe('smtps://mail.example:465')
  expect(settings.get('OIDC_CLIENT_ID')?.value).toBe('the-client')
})

it('says where each value comes from', () => {
  const settings = list({ PORT: '4000', LOG_LEVEL: '' }, { HOST: '0.0.0.0', SOURCES_OFF: 'news,odds' })
  expect(
    ['PORT', 'HOST', 'SOURCES_OFF', 'LOG_LEVEL', 'IMAGES_OFF', 'PUBLIC_URL'].map((name) =>
      settings.get(name),
    ),
  ).toEqual([
    { name: 'PORT', source: 'environment', isSecret: false, value: '4000' },
    { name: 'HOST', source: 'file', isSecret: false, value: '0.0.0.0' },
    { name: 'SOURCES_OFF', source: 'file', isSecret: false, value: 'news,odds' },
    { name: 'LOG_LEVEL', source: 'default', isSecret: false, value: 'info' },
    { name: 'IMAGES_OFF', source: 'default', isSecret: false, value: '0' },
    { name: 'PUBLIC_URL', source: 'default', isSecret: false, value: null },
  ])
  expect([...settings.keys()]).toEqual(expect.arrayContaining([...SETTING_NAMES]))
})
