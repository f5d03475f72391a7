import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'a long enough secret'

/** A name that nobody else in the product has. */
export function uniqueName(start: string): string {
  return `${start}-${randomUUID().slice(0, 8)}`
}

/** Sends a call by the API; the cookies of `request` tell who does. */
export async function postJson(
  request: APIRequestContext,
  product: TestApp,
  path: string,
  data: object,
): Promise<void> {
  const { csrfToken } = await (await request.get(`${product.address}/api/csrf/`)).json()
  const answer = await request.post(`${product.address}${path}`, {
    data,
    headers: { 'X-CSRFToken': csrfToken },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

type AccountDetails = { username: string; first_name?: string; last_name?: string; email?: string }

/** Makes an account, and signs `request` in to it. */
export async function register(
  request: APIRequestContext,
  product: TestApp,
  details: AccountDetails,
): Promise<void> {
  await postJson(request, product, '/api/register/', { password: PASSWORD, ...details })
}

/** A league with an admin of its own, who acts by the API. */
export async function createLeagueWithAdmin(request: APIRequestContext, product: TestApp) {
  const [name, admin] = [uniqueName('League'), uniqueName('admin')]
  await postJson(request, product, '/api/register/', {
    username: admin,
    password: PASSWORD,
    role: 'admin',
    admin_code: product.adminCode,
  })
  await postJson(request, product, '/api/create-league/', { name, espn_league_id: 1234 })
  return {
    name,
    addMember: (username: string) =>
      postJson(request, product, '/api/assign-user/', { username, league: name, role: 'player' }),
    approveRequest: (username: string) =>
      postJson(request, product, '/api/league-requests/approve/', { username, league: name }),
  }
}

/** Signs in by the form of the login screen. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Sign in' }).click()
}
