import { expect } from '@playwright/test'
import { findLink, PASSWORD, register, signIn, uniqueName } from './accounts.ts'
import { mailTest as test } from './test-app.ts'

test('a user edits the profile, verifies the new email, signs out another device and changes the password', async ({
  page,
  browser,
  testApp,
  mailbox,
}) => {
  const username = uniqueName('nell')
  await register(page.request, testApp, { username, first_name: 'Nell', email: `${username}@example.com` })
  const otherDevice = await (await browser.newContext()).newPage()
  await otherDevice.goto(testApp.baseUrl)
  await signIn(otherDevice, username, PASSWORD)
  await expect(otherDevice.getByRole('heading', { name: 'Welcome, Nell' })).toBeVisible()

  await page.goto(testApp.baseUrl)
  await page.getByRole('button', { name: 'Nell, your account' }).click()
  const profile = page.getByRole('form', { name: 'Name and email' })
  await profile.getByLabel('Last name').fill('Harrow')
  await profile.getByLabel('Email').fill(`${username}@example.org`)
  await profile.getByLabel('Current password').fill('wrong password')
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(profile.getByText('Password is incorrect.')).toBeVisible()
  await profile.getByLabel('Current password').fill(PASSWORD)
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(profile.getByText('Saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nell Harrow, your account' })).toBeVisible()

  await expect(page.getByText(/^Your email isn't verified yet\./)).toBeVisible()
  await page.goto(findLink(await mailbox.waitForEmail(`${username}@example.org`)))
  await page.getByRole('button', { name: 'Verify email' }).click()
  await page.getByRole('button', { name: 'Continue to Fieldhouse' }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await expect(page.getByText(/^Your email isn't verified yet\./)).not.toBeVisible()

  const sessions = page.getByRole('region', { name: "Where you're signed in" })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await sessions.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click()
  await expect(sessions.getByText("You're not signed in anywhere else.")).toBeVisible()
  await otherDevice.reload()
  await expect(otherDevice.getByRole('form', { name: 'Sign in' })).toBeVisible()

  const password = page.getByRole('form', { name: 'Password' })
  await password.getByLabel('Current password').fill(PASSWORD)
  await password.getByLabel('New password').fill('another long secret')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByText(/^Password changed. You're signed out everywhere else/)).toBeVisible()
  await signIn(otherDevice, `${username}@example.org`, 'another long secret')
  await expect(otherDevice.getByRole('heading', { name: 'Welcome, Nell' })).toBeVisible()
  await otherDevice.context().close()
})
