import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { WebhookSection } from './settings-section.tsx'

const GET_WEBHOOK = 'GET /api/league/:league/webhook/'
const SAVE_WEBHOOK = 'POST /api/league/:league/webhook/'
const TEST_WEBHOOK = 'POST /api/league/:league/webhook/test/'

const SAVED_WEBHOOK = {
  form: 'discord',
  saved_at: '2026-10-11T18:30:00Z',
  sent_at: null,
  last_error: null,
} as const

async function renderSection(responses: FakeResponses) {
  const server = fakeServer(responses)
  const screen = await renderWithProviders(<WebhookSection league="Sunday" />)
  return { screen, server }
}

it('submits the URL and shows a server error next to the field', async () => {
  const message = 'Enter a Discord or Slack webhook URL.'
  const { screen, server } = await renderSection({
    [GET_WEBHOOK]: { webhook: null },
    [SAVE_WEBHOOK]: errorResponse(400, 'invalid_input', message, { address: message }),
  })
  const field = screen.getByLabelText('Channel webhook URL')
  await field.fill('https://example.org/')
  await screen.getByRole('button', { name: 'Save webhook' }).click()
  await expect.element(field).toHaveAccessibleDescription(message)
  expect(server.requests.find(({ key }) => key === SAVE_WEBHOOK)?.body).toEqual({
    address: 'https://example.org/',
  })
})

it('sends a test message and shows the error when it fails', async () => {
  const { screen } = await renderSection({
    [GET_WEBHOOK]: { webhook: SAVED_WEBHOOK },
    [TEST_WEBHOOK]: errorResponse(502, 'webhook_failed', 'Discord deleted this webhook.'),
  })
  await expect.element(screen.getByText(/also posted to Discord/)).toBeVisible()
  await screen.getByRole('button', { name: 'Send a test message' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Discord deleted this webhook.')
})

it('shows the error of the last failed message', async () => {
  const { screen } = await renderSection({
    [GET_WEBHOOK]: { webhook: { ...SAVED_WEBHOOK, last_error: 'Slack rejected the message.' } },
  })
  await expect.element(screen.getByRole('status')).toMatchTextContent('Slack rejected the message.')
})
