import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { WebhookSection } from './webhook-section.tsx'

const GET_WEBHOOK = 'GET /api/league/:league/webhook/'
const SAVE_WEBHOOK = 'POST /api/league/:league/webhook/'
const TEST_WEBHOOK = 'POST /api/league/:league/webhook/test/'

const SAVED_WEBHOOK = {
  form: 'discord',
  saved_at: '2026-10-11T18:30:00Z',
  sent_at: null,
  last_error: null,
} as const

async function renderSection(answers: FakeResponses) {
  const server = fakeServer(answers)
  const screen = await renderWithProviders(<WebhookSection league="Sunday" />)
  return { screen, server }
}

it('saves an address, and says beside the field when it is none', async () => {
  const sentence = 'That is not the address of a webhook of Discord or Slack.'
  const { screen, server } = await renderSection({
    [GET_WEBHOOK]: { webhook: null },
    [SAVE_WEBHOOK]: errorResponse(400, 'invalid_input', sentence, { address: sentence }),
  })
  const field = screen.getByLabelText('Webhook of a channel')
  await field.fill('https://example.org/')
  await screen.getByRole('button', { name: 'Save webhook' }).click()
  await expect.element(field).toHaveAccessibleDescription(sentence)
  expect(server.requests.find(({ key }) => key === SAVE_WEBHOOK)?.body).toEqual({
    address: 'https://example.org/',
  })
})

it('is tried with a message, and tells what went wrong', async () => {
  const { screen } = await renderSection({
    [GET_WEBHOOK]: { webhook: SAVED_WEBHOOK },
    [TEST_WEBHOOK]: errorResponse(502, 'webhook_failed', 'Discord knows this webhook no more.'),
  })
  await expect.element(screen.getByText(/also sent to Discord/)).toBeVisible()
  await screen.getByRole('button', { name: 'Send a test message' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Discord knows this webhook no more.')
})

it('tells of the last message that did not arrive', async () => {
  const { screen } = await renderSection({
    [GET_WEBHOOK]: { webhook: { ...SAVED_WEBHOOK, last_error: 'Slack said no.' } },
  })
  await expect.element(screen.getByRole('status')).toHaveTextContent('Slack said no.')
})
