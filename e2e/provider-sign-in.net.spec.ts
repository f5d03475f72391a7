import { expect, type Page } from '@playwright/test'
import { type IdentityProvider, startIdentityProvider } from '../apps/server/src/testing/identity-provider.ts'
import { createLeagueWithAdmin, PASSWORD, register, signIn, uniqueName } from './accounts.ts'
import { test as base, type TestApp, withTestApp } from './test-app.ts'

/** An app that uses two providers, of which only the first responds. */
const test = base.extend<{ identities: IdentityProvider; testApp: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
  identities: async ({}, use) => {
    const identities = await startIdentityProvider()
    await use(identities)
    await identities.close()
  },
  testApp: ({ identities }, use) =>
    withTestApp(
      {
        ...identities.settings,
        OIDC_ISSUER_2: 'http://127.0.0.1:9',
        OIDC_CLIENT_ID_2: 'fieldhouse',
        OIDC_CLIENT_SECRET_2: 'unused',
        OIDC_NAME_2: 'Nowhere',
      },
      use,
    ),
})

/** Fills in the provider's own login page. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

test('a new person signs up with a provider, and is led back to the address they opened', async ({
  page,
  playwright,
  identities,
  testApp,
}) => {
  identities.people.set('rowan-7', {
    email: 'rowan@league.example',
    email_verified: true,
    given_name: 'Rowan',
    preferred_username: 'rowan',
  })
  await page.goto(testApp.baseUrl)
  await page.getByRole('button', { name: 'Continue with Nowhere' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    "Nowhere isn't responding. Try again later or sign in another way.",
  )
  await page.getByRole('button', { name: 'Continue with Clubhouse' }).click()
  await signInAtProvider(page, 'rowan-7')
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  expect(page.url()).not.toContain('code=')
  await expect(page.getByText('Your email is rowan@league.example, as verified by Clubhouse.')).toBeVisible()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Rowan' })).toBeVisible()

  const admin = await playwright.request.newContext()
  const league = await createLeagueWithAdmin(admin, testApp)
  await league.addMember('rowan')
  await admin.dispose()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.goto(`${testApp.baseUrl}/?league=${encodeURIComponent(league.name)}&tab=standings`)
  await page.getByRole('button', { name: 'Continue with Clubhouse' }).click()
  // The provider still knows the person, and asks nothing.
  await expect(page.getByRole('heading', { name: league.name })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Standings' })).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(page.getByRole('heading', { name: league.name })).toBeVisible()
})

test('the owner of an account links a provider by signing in, and unlinks it on the account page', async ({
  page,
  testApp,
}) => {
  const username = uniqueName('nell')
  await register(page.request, testApp, { username, first_name: 'Nell' })
  await page.context().clearCookies()
  await page.goto(testApp.baseUrl)
  await page.getByRole('button', { name: 'Continue with Clubhouse' }).click()
  await signInAtProvider(page, 'nell-3')
  await page.getByRole('button', { name: 'I already have an account' }).click()
  await expect(page.getByRole('heading', { name: 'Link Clubhouse' })).toBeVisible()
  await signIn(page, username, PASSWORD)
  await expect(page.getByRole('heading', { name: 'Welcome, Nell' })).toBeVisible()

  await page.getByRole('button', { name: 'Nell, your account' }).click()
  const linked = page.getByRole('region', { name: 'Linked accounts' })
  await linked.getByRole('button', { name: 'Unlink Clubhouse' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(linked.getByText('The account is unlinked.')).toBeVisible()
  await linked.getByRole('button', { name: 'Link Clubhouse' }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await expect(linked.getByRole('button', { name: 'Unlink Clubhouse' })).toBeVisible()
})
