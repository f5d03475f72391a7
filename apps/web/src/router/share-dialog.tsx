import { slugify } from '@fieldhouse/domain/names'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchShareImage, type ShareFormat, type ShareImage } from '../api/operations.ts'
import { draftKey, readStorage, writeStorage } from '../storage/browser-storage.ts'
import { useTheme } from '../theme/theme.ts'
import { Loaded } from '../ui/feedback/feedback.tsx'
import { Button } from '../ui/forms/button.tsx'
import { SegmentedControl } from '../ui/forms/field.tsx'
import { Row, Stack, useMediaQuery } from '../ui/layout/layout.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import ui from '../ui/ui.module.css'
import { useRouter } from './router.ts'
import styles from './share.module.css'
import { canShare, openShareSheet, type ShareOutcome, ShareStatus, shareLink } from './sharing.tsx'

type Props = {
  /** What is shared, which also names the file. */
  title: string
  link: string
  image: ShareImage
  /** The league to which the link can be posted; null if it cannot. */
  league: string | null
  onClose: () => void
}

const FORMATS: readonly { value: ShareFormat; label: string }[] = [
  { value: 'wide', label: 'Wide' },
  { value: 'tall', label: 'Tall' },
]

export function ShareDialog({ title, link, image, league, onClose }: Props) {
  const router = useRouter()
  const { theme } = useTheme()
  const isPhone = useMediaQuery('(max-width: 719px)')
  const [chosen, setFormat] = useState<ShareFormat | null>(null)
  // What is shared from a phone is mostly seen on phones.
  const format = chosen ?? (isPhone ? 'tall' : 'wide')
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null)
  const query = useQuery({
    queryKey: ['share image', image, format, theme],
    queryFn: ({ signal }) => fetchShareImage(image, { format, theme }, signal),
    // Drawn from what may change at any time. A picture that is shown stays what is shared.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const name = `${slugify(title) || 'fieldhouse'}-${format}.png`
  const blob = query.data
  const file = blob === undefined ? null : new File([blob], name, { type: 'image/png' })
  const isShareable = file !== null && canShare({ title, files: [file] })

  /** Opens the form for a post, with the link below what is already written there. */
  function post(toLeague: string) {
    const key = draftKey(toLeague, 'post')
    const draft = readStorage(localStorage, key)
    writeStorage(localStorage, key, draft === null ? link : `${draft.trimEnd()}\n${link}`)
    onClose()
    router.navigate({ route: 'league', league: toLeague, tab: 'league social' })
  }

  return (
    <Dialog title="Share" onClose={onClose}>
      <Stack>
        <SegmentedControl label="Format" options={FORMATS} value={format} onChange={setFormat} />
        <div className={styles.frame} data-format={format}>
          <Loaded
            query={query}
            errorTitle="Failed to draw the picture"
            skeleton={
              <p className={`${ui.muted} ${styles.drawing}`} role="status">
                Drawing the picture…
              </p>
            }
          >
            {(picture) => (
              <img
                className={styles.picture}
                ref={(element) => showBlob(element, picture)}
                alt={title}
                width={format === 'wide' ? 1200 : 1080}
                height={format === 'wide' ? 630 : 1350}
              />
            )}
          </Loaded>
        </div>
        <Row wraps>
          {isShareable ? (
            <Button variant="strong" onClick={() => void openShareSheet({ title, files: [file] })}>
              Share image
            </Button>
          ) : null}
          <Button
            variant={isShareable ? 'plain' : 'strong'}
            disabled={blob === undefined}
            onClick={() => blob !== undefined && download(blob, name)}
          >
            Download image
          </Button>
          <Button variant="quiet" onClick={() => void shareLink({ title, url: link }).then(setOutcome)}>
            {canShare({ title, url: link }) ? 'Share link' : 'Copy link'}
          </Button>
          {league === null ? null : (
            <Button variant="quiet" onClick={() => post(league)}>
              Post to League Social
            </Button>
          )}
          <ShareStatus outcome={outcome} />
        </Row>
      </Stack>
    </Dialog>
  )
}

function showBlob(element: HTMLImageElement | null, blob: Blob): () => void {
  const url = URL.createObjectURL(blob)
  if (element !== null) element.src = url
  return () => URL.revokeObjectURL(url)
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
