import { describe, expect, it } from 'vitest'
import { clearUserStorage } from '../../storage/browser-storage.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { buildFeedPage, buildPost } from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { LeagueSocialTab } from './league-social-tab.tsx'

const GET_FEED = 'GET /api/league/:league/social/feed/'
const CREATE_POST = 'POST /api/league/:league/social/posts/'

/** Opens League Social, as after a reload. */
async function openTab(responses: FakeResponses = {}, league = 'Sunday') {
  fakeServer({ [GET_FEED]: buildFeedPage([buildPost({ id: 7 })]), ...responses })
  const { screen } = await renderWithClient(<LeagueSocialTab league={league} user="Ada" isAdmin={false} />)
  return { screen, field: screen.getByLabelText('Your post') }
}

describe('a draft', () => {
  it('of a post survives a reload, in its league only', async () => {
    const first = await openTab()
    await first.field.fill('The kicker did it again. https://www.example.org/story')
    await first.screen.unmount()
    const second = await openTab()
    await expect.element(second.field).toHaveValue('The kicker did it again. https://www.example.org/story')
    await second.screen.unmount()
    await expect.element((await openTab({}, 'Monday')).field).toHaveValue('')
  })

  it('of a comment survives a reload', async () => {
    const first = await openTab()
    await first.screen.getByRole('button', { name: /^Comment/ }).click()
    await first.screen.getByLabelText('Your comment').fill('I do.')
    await first.screen.unmount()
    const second = await openTab()
    await second.screen.getByRole('button', { name: /^Comment/ }).click()
    await expect.element(second.screen.getByLabelText('Your comment')).toHaveValue('I do.')
  })

  it('of a proposal survives a reload with its options', async () => {
    const first = await openTab()
    await first.screen.getByRole('tab', { name: 'Proposal' }).click()
    await first.screen.getByLabelText('Question').fill('Move the draft?')
    await first.screen.getByLabelText('Option 2').fill('To Friday')
    await first.screen.getByLabelText('Anonymous votes').click()
    await first.screen.unmount()
    const second = await openTab()
    await second.screen.getByRole('tab', { name: 'Proposal' }).click()
    await expect.element(second.screen.getByLabelText('Question')).toHaveValue('Move the draft?')
    await expect.element(second.screen.getByLabelText('Option 2')).toHaveValue('To Friday')
    await expect.element(second.screen.getByLabelText('Anonymous votes')).not.toBeChecked()
  })

  it('is gone when it was sent', async () => {
    const first = await openTab({ [CREATE_POST]: buildPost({ content: 'Hello' }) })
    await first.field.fill('Hello')
    await first.screen.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(first.screen.getByText('Posted.')).toBeInTheDocument()
    expect(localStorage).toHaveLength(0)
  })

  it('is kept as an unsent post when sending fails, also after the form was closed', async () => {
    let respond: (response: ReturnType<typeof errorResponse>) => void = () => undefined
    const response = new Promise<ReturnType<typeof errorResponse>>((resolve) => {
      respond = resolve
    })
    const first = await openTab({ [CREATE_POST]: response as never })
    await first.field.fill('Hello')
    await first.screen.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(first.field).toHaveValue('')
    await first.screen.unmount()
    respond(errorResponse(503, 'not_ready', 'Try again.'))
    await expect.poll(() => Object.values(localStorage)).toEqual([expect.stringContaining('"waiting"')])
    const { screen, field } = await openTab()
    const unsent = screen.getByRole('article', { name: 'Unsent post' })
    await expect.element(unsent.getByText('Hello')).toBeVisible()
    await expect.element(field).toHaveValue('')
  })

  it('does not replace what was written in the meantime', async () => {
    const first = await openTab({ [CREATE_POST]: neverResponds() })
    await first.field.fill('Hello')
    await first.screen.getByRole('button', { name: 'Post', exact: true }).click()
    await first.field.fill('Something else')
    await first.screen.unmount()
    await expect.element((await openTab()).field).toHaveValue('Something else')
  })

  it('is deleted at sign-out', async () => {
    const first = await openTab()
    await first.field.fill('A secret')
    await first.screen.unmount()
    clearUserStorage(localStorage)
    expect(localStorage).toHaveLength(0)
    await expect.element((await openTab()).field).toHaveValue('')
  })

  it('that cannot be read is empty', async () => {
    localStorage.setItem('feed_draft:Sunday:proposal', '{"question":7}')
    const { screen } = await openTab()
    await screen.getByRole('tab', { name: 'Proposal' }).click()
    await expect.element(screen.getByLabelText('Question')).toHaveValue('')
  })
})
