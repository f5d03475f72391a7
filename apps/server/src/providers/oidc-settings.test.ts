import { expect, it } from 'vitest'
import { readOidcSettings } from '../settings.ts'

const FIRST = {
  OIDC_ISSUER: 'https://accounts.clubhouse.example',
  OIDC_CLIENT_ID: 'fieldhouse',
  OIDC_CLIENT_SECRET: 'a secret',
}

it('reads no provider by default', () => {
  expect(readOidcSettings({ PORT: '3000' })).toEqual({ providers: [], problems: [] })
})

it('reads one provider, which is named after its host unless it has a name', () => {
  const provider = {
    id: '1',
    issuer: FIRST.OIDC_ISSUER,
    clientId: 'fieldhouse',
    clientSecret: 'a secret',
    name: 'accounts.clubhouse.example',
  }
  expect(readOidcSettings(FIRST).providers).toEqual([provider])
  expect(readOidcSettings({ ...FIRST, OIDC_NAME: ' Clubhouse ' }).providers).toEqual([
    { ...provider, name: 'Clubhouse' },
  ])
})

it('reads further providers by number, in their order', () => {
  const { providers, problems } = readOidcSettings({
    OIDC_ISSUER_10: 'https://ten.example',
    OIDC_CLIENT_ID_10: 'ten',
    OIDC_CLIENT_SECRET_10: 'x',
    OIDC_ISSUER_2: 'http://127.0.0.1:4000/realm',
    OIDC_CLIENT_ID_2: 'two',
    OIDC_CLIENT_SECRET_2: 'x',
    ...FIRST,
  })
  expect(problems).toEqual([])
  expect(providers.map(({ id, issuer, clientId }) => [id, issuer, clientId])).toEqual([
    ['1', 'https://accounts.clubhouse.example', 'fieldhouse'],
    ['2', 'http://127.0.0.1:4000/realm', 'two'],
    ['10', 'https://ten.example', 'ten'],
  ])
})

it('names every setting that is missing or invalid', () => {
  expect(readOidcSettings({ OIDC_CLIENT_ID: 'fieldhouse' }).problems).toEqual([
    'OIDC_ISSUER: required with OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET: required with OIDC_CLIENT_ID',
  ])
  expect(readOidcSettings({ ...FIRST, OIDC_NAME_2: 'x'.repeat(41) }).problems).toEqual([
    'OIDC_ISSUER_2: required with OIDC_NAME_2',
    'OIDC_CLIENT_ID_2: required with OIDC_NAME_2',
    'OIDC_CLIENT_SECRET_2: required with OIDC_NAME_2',
    'OIDC_NAME_2: expected at most 40 characters',
  ])
})

it.each([
  'accounts.clubhouse.example',
  'http://accounts.clubhouse.example',
  'https://user:password@accounts.clubhouse.example',
  'https://accounts.clubhouse.example/?x=1',
  'https://accounts.clubhouse.example/#x',
])('does not accept %s as an issuer', (OIDC_ISSUER) => {
  expect(readOidcSettings({ ...FIRST, OIDC_ISSUER }).problems).toEqual([
    'OIDC_ISSUER: expected a URL that starts with https://',
  ])
})

it('does not accept an issuer twice', () => {
  const twice = {
    ...FIRST,
    OIDC_ISSUER_2: `${FIRST.OIDC_ISSUER}/`,
    OIDC_CLIENT_ID_2: 'b',
    OIDC_CLIENT_SECRET_2: 'b',
  }
  expect(readOidcSettings(twice).problems).toEqual(['OIDC_ISSUER_2: the same issuer as another provider'])
})
