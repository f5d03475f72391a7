import { afterEach, expect, it, vi } from 'vitest'
import { renderWithProviders } from '../testing/render.tsx'
import { ShareButton } from './share-button.tsx'

const LINK = `${location.origin}/?league=Sunday&tab=roster&team=3`

afterEach(() => vi.restoreAllMocks())

async function renderButton() {
  return await renderWithProviders(<ShareButton title="Owls" to={{ tab: 'roster', team: 3 }} />)
}

it('copies the link on a laptop and says so', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const screen = await renderButton()
  await screen.getByRole('button', { name: 'Share' }).click()
  await expect.element(screen.getByRole('status')).toMatchTextContent('Link copied')
  expect(write).toHaveBeenCalledExactlyOnceWith(LINK)
})

it('shows the link when the browser does not allow copying', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  const screen = await renderButton()
  await screen.getByRole('button', { name: 'Share' }).click()
  await expect.element(screen.getByLabelText('Link')).toHaveValue(LINK)
})
