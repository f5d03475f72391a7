import { Check, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { ShareImage } from '../api/operations.ts'
import { IconButton } from '../ui/forms/button.tsx'
import { Row } from '../ui/layout/layout.tsx'
import { lazyPart } from '../ui/lazy-named.ts'
import { changeLocation, type Location, toUrl } from './location.ts'
import { useLocation } from './router.ts'
import { type ShareOutcome, shareLink } from './share-link.ts'
import { ShareStatus } from './share-status.tsx'

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'), 'ShareDialog')

type Props = {
  title: string
  to?: Partial<Location>
  image?: ShareImage
  label?: string
  /** Whether League Social shows a card for the link, so that the dialog offers to post it. */
  canPost?: boolean
}

export function ShareButton({ title, to = {}, image, label = 'Share', canPost = false }: Props) {
  const location = useLocation()
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null)
  const [isOpen, setOpen] = useState(false)
  const link = new URL(toUrl(changeLocation(location, to)), window.location.origin).href
  const isCopied = outcome !== null && outcome.link === undefined
  const handleClick = () => {
    if (image === undefined) void shareLink({ title, url: link }).then(setOutcome)
    else setOpen(true)
  }
  return (
    <Row as="span" wraps>
      <IconButton label={label} onClick={handleClick}>
        {isCopied ? <Check size={20} aria-hidden="true" /> : <Share2 size={20} aria-hidden="true" />}
      </IconButton>
      <ShareStatus outcome={outcome} />
      {isOpen && image !== undefined ? (
        <ShareDialog
          title={title}
          link={link}
          image={image}
          league={canPost ? location.league : null}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Row>
  )
}
