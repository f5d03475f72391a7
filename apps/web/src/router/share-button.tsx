import { Check, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ShareImage } from '../api/share-image.ts'
import { IconButton } from '../ui/forms/button.tsx'
import { lazyNamed } from '../ui/lazy-named.ts'
import { changeLocation, type Location, toUrl } from './location.ts'
import { useLocation } from './router.ts'
import styles from './share.module.css'
import { type ShareOutcome, shareLink } from './share-link.ts'
import { ShareStatus } from './share-status.tsx'

const ShareDialog = lazyNamed(() => import('./share-dialog.tsx'), 'ShareDialog')

type Props = {
  /** What is shared, such as 'Week 7: Owls vs Larks'. */
  title: string
  /** The parts that the shared location changes; by default none. */
  to?: Partial<Location>
  /** The picture that can be shared instead of the link. */
  image?: ShareImage
  /** The name of the button if there are several of them. */
  label?: string
  /** Whether League Social shows a card for the link, so that the dialog offers to post it. */
  canPost?: boolean
}

/** Shares the link to a location, or a picture of it. */
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
    <span className={styles.share}>
      <IconButton label={label} onClick={handleClick}>
        {isCopied ? <Check size={20} aria-hidden="true" /> : <Share2 size={20} aria-hidden="true" />}
      </IconButton>
      <ShareStatus outcome={outcome} />
      {isOpen && image !== undefined ? (
        <Suspense>
          <ShareDialog
            title={title}
            link={link}
            image={image}
            league={canPost ? location.league : null}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </span>
  )
}
