import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderWithClient, renderWithProviders } from '../testing/render.tsx'
import { ShareButton } from './sharing.tsx'

const LINK = `${location.origin}/?league=Sunday&tab=roster&team=3`

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

describe('with a picture', () => {
  const PNG = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (character) => character.charCodeAt(0),
  )
  const IMAGE = {
    key: 'GET /api/league/:league/standings/image/',
    request: { params: { league: 'Sunday' }, query: { season: 2026 } },
  } as const

  async function openDialog(respond: () => Response = () => new Response(PNG)) {
    const requests: string[] = []
    vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
      requests.push(new Request(input).url.replace(location.origin, ''))
      return respond()
    })
    const screen = await renderWithProviders(<ShareButton title="Owls & Larks" image={IMAGE} />)
    await screen.getByRole('button', { name: 'Share' }).click()
    return { screen, requests }
  }

  /** What the page downloads from now on, as file names. */
  function watchDownloads(): string[] {
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    return names
  }

  it('downloads it in the chosen format and the theme of the page', async () => {
    const { screen, requests } = await openDialog()
    const names = watchDownloads()
    await expect.element(screen.getByRole('img', { name: 'Owls & Larks' })).toBeVisible()
    await screen.getByRole('button', { name: 'Download image' }).click()
    await screen.getByRole('radio', { name: 'Tall' }).click()
    await expect.poll(() => requests).toHaveLength(2)
    await screen.getByRole('button', { name: 'Download image' }).click()
    expect(names).toEqual(['owls-larks-wide.png', 'owls-larks-tall.png'])
    const url = '/api/league/Sunday/standings/image/?season=2026'
    const theme = document.documentElement.dataset['theme'] ?? 'solarized-light'
    expect(requests).toEqual([`${url}&format=wide&theme=${theme}`, `${url}&format=tall&theme=${theme}`])
  })

  it('opens the share sheet of a phone with the file', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    } as unknown as MediaQueryList)
    const share = vi.fn<typeof navigator.share>(async () => undefined)
    Object.assign(navigator, { canShare: () => true, share })
    const { screen } = await openDialog()
    await screen.getByRole('button', { name: 'Share image' }).click()
    expect(share).toHaveBeenCalledExactlyOnceWith({
      title: 'Owls & Larks',
      files: [expect.objectContaining({ name: 'owls-larks-tall.png', type: 'image/png' })],
    })
    await expect.element(screen.getByRole('button', { name: 'Share link' })).toBeVisible()
  })

  it('says why there is no picture, and still copies the link', async () => {
    const error = { code: 'busy', error: 'Fieldhouse is busy. Try again in a moment.' }
    const { screen } = await openDialog(() => Response.json(error, { status: 503 }))
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await expect.element(screen.getByText('Fieldhouse is busy. Try again in a moment.')).toBeVisible()
    await screen.getByRole('button', { name: 'Copy link' }).click()
    await expect.element(screen.getByText('Link copied')).toBeVisible()
    expect(write).toHaveBeenCalledOnce()
  })

  it('puts the link below what is being written in League Social, and opens it', async () => {
    localStorage.setItem('feed_draft:Sunday:post', 'Look at this \n')
    onTestFinished(() => localStorage.clear())
    vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(PNG))
    const { screen, page } = await renderWithClient(
      <ShareButton title="Owls" image={IMAGE} to={{ tab: 'roster', team: 3 }} canPost />,
    )
    await screen.getByRole('button', { name: 'Share' }).click()
    await screen.getByRole('button', { name: 'Post to League Social' }).click()
    expect(page.url()).toBe('/?league=Sunday&tab=league+social')
    expect(localStorage.getItem('feed_draft:Sunday:post')).toBe(`Look at this\n${LINK}`)
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('offers no post for a page without a card', async () => {
    const { screen } = await openDialog()
    await expect.element(screen.getByRole('button', { name: 'Download image' })).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Post to League Social' }))
      .not.toBeInTheDocument()
  })
})
