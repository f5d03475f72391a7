import { expect } from '@playwright/test'
import { findLink, PASSWORD, register, signIn, uniqueName } from './accounts.ts'
import { mailTest as test } from './test-app.ts'

const NEW_PASSWORD = 'another long secret'

test('a user verifies an email address and resets a forgotten password with the links in emails', async ({
  page,
  testApp,
  mailbox,
  request,
}) => {
  const username = uniqueName('juno')
  const email = `${username}@example.com`
  await register(request, testApp, { username, first_name: 'Juno', email })

  await page.goto(findLink(await mailbox.waitForEmail(email)))
  await expect(page).toHaveURL(`${testApp.baseUrl}/`)
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByText('Your email is verified.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to sign in' }).click()

  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Username or email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('If that account exists, an email was sent.')).toBeVisible()

  const link = findLink(await mailbox.waitForEmail(email))
  await page.goto(link)
  const token = new URL(link).searchParams.get('token') ?? ''
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue(token)
  await expect(page).toHaveURL(`${testApp.baseUrl}/`)

  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password updated. You can sign in now.')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Sign in' }).getByLabel('Username')).toBeFocused()

  await signIn(page, username, PASSWORD)
  await expect(page.getByText('Invalid username or password.')).toBeVisible()
  await signIn(page, email, NEW_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Welcome, Juno' })).toBeVisible()

  await page.goto(link)
  await page.getByLabel('New password').fill('a third long secret')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('This reset link is invalid or has expired.')).toBeVisible()
})
