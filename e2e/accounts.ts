import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Email } from 'postal-mime'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'a long enough secret'

/** A name that is unique within the app under test. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 8)}`
}

/** Sends a POST request to the API as the user whose session `request` has. Expects status 200. */
export async function postJson(
  request: APIRequestContext,
  testApp: TestApp,
  path: string,
  data: object,
): Promise<void> {
  await postForJson(request, testApp, path, data)
}

/** As `postJson`, and returns the body of the response. */
export async function postForJson(
  request: APIRequestContext,
  testApp: TestApp,
  path: string,
  data: object,
  // biome-ignore lint/suspicious/noExplicitAny: responses are read without types
): Promise<any> {
  const { csrfToken } = await (await request.get(`${testApp.baseUrl}/api/csrf/`)).json()
  const response = await request.post(`${testApp.baseUrl}${path}`, {
    data,
    headers: { 'X-CSRFToken': csrfToken },
  })
  expect(response.status(), await response.text()).toBe(200)
  return response.json()
}

type AccountDetails = { username: string; first_name?: string; last_name?: string; email?: string }

/** Creates an account and signs `request` in to it. */
export async function register(
  request: APIRequestContext,
  testApp: TestApp,
  details: AccountDetails,
): Promise<void> {
  await postJson(request, testApp, '/api/register/', { password: PASSWORD, ...details })
}

/** Creates a league with a new site admin, to whom `request` is then signed in. */
export async function createLeagueWithAdmin(request: APIRequestContext, testApp: TestApp) {
  const [name, admin] = [uniqueName('League'), uniqueName('admin')]
  await postJson(request, testApp, '/api/register/', {
    username: admin,
    password: PASSWORD,
    role: 'admin',
    admin_code: testApp.adminCode,
  })
  await postJson(request, testApp, '/api/create-league/', { name, espn_league_id: 1234 })
  return {
    name,
    addMember: (username: string) =>
      postJson(request, testApp, '/api/assign-user/', { username, league: name, role: 'player' }),
    approveRequest: (username: string) =>
      postJson(request, testApp, '/api/league-requests/approve/', { username, league: name }),
  }
}

/** Signs in with the form of the login screen. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Sign in' }).click()
}

/** Returns the link in the email's HTML, and expects it in the plain text too. */
export function findLink({ html = '', text = '' }: Email): string {
  const link = /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(text).toContain(link)
  expect(link).not.toBe('')
  return link
}
