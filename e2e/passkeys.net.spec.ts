import { expect, type Page } from '@playwright/test'
import { PASSWORD, register, signIn, uniqueName } from './accounts.ts'
import { sharedTest as test } from './test-app.ts'

/** Gives the page an authenticator that stores passkeys and confirms every request, as a phone would. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
}

test('a user signs in with a passkey alone, and with a password and a passkey', async ({ page, testApp }) => {
  const username = uniqueName('petra')
  await register(page.request, testApp, { username, first_name: 'Petra' })
  await page.goto(testApp.baseUrl)
  await addVirtualAuthenticator(page)
  const welcome = page.getByRole('heading', { name: 'Welcome, Petra' })

  await page.getByRole('button', { name: 'Petra, your account' }).click()
  const security = page.getByRole('region', { name: 'Sign-in security' })
  await security.getByLabel('Passkey name').fill('Phone')
  await security.getByRole('button', { name: 'Add a passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCode = await codes.getByRole('listitem').first().innerText()
  await codes.getByRole('button', { name: 'I saved them' }).click()
  await expect(security.getByText('Added the passkey Phone.')).toBeVisible()
  await expect(security.getByRole('listitem').filter({ hasText: 'Phone' })).toContainText('never used')

  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(welcome).toBeVisible()

  await signOut(page)
  await signIn(page, username, PASSWORD)
  const step = page.getByRole('region', { name: 'One more step' })
  await expect(step).toBeVisible()
  await page.reload()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await signIn(page, username, PASSWORD)
  await step.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(welcome).toBeVisible()

  await signOut(page)
  await signIn(page, username, PASSWORD)
  await step.getByRole('button', { name: 'Use a recovery code' }).click()
  await step.getByLabel('Recovery code').fill(recoveryCode)
  await step.getByRole('button', { name: 'Sign in' }).click()
  await expect(welcome).toBeVisible()

  await page.getByRole('button', { name: 'Petra, your account' }).click()
  await expect(security.getByText('9 unused codes')).toBeVisible()
  await expect(security.getByRole('listitem').filter({ hasText: 'Phone' })).toContainText('last used')
  await security.getByRole('button', { name: 'Remove Phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(security.getByText('Passkey removed.')).toBeVisible()
  await signOut(page)
  await signIn(page, username, PASSWORD)
  await expect(welcome).toBeVisible()
})
