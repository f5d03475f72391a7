import { X } from 'lucide-react'
import { useState } from 'react'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { IconButton } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import { useRemovePreview } from '../feed-actions.ts'
import type { Post } from '../use-feed.ts'
import styles from './link-preview.module.css'

type Props = {
  league: string
  post: Pick<Post, 'id' | 'user'>
  preview: NonNullable<Post['preview']>
  canRemove: boolean
}

/** What the page that a post links to says about itself. Its picture comes from this site. */
export function LinkPreview({ league, post: { id, user }, preview, canRemove }: Props) {
  const { url, title, description, site_name: site, image } = preview
  const [failedImage, setFailedImage] = useState<string | null>(null)
  const remove = useRemovePreview(league, id)
  return (
    <div className={ui.stack8}>
      <figure className={styles.preview} aria-label={`Preview: ${title}`}>
        {image === null || image === failedImage ? null : (
          <img
            className={styles.image}
            src={`${image}?size=256`}
            width={96}
            height={96}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setFailedImage(image)}
          />
        )}
        <div className={styles.text}>
          <p className={styles.site}>{site}</p>
          <p className={`${ui.twoLines} ${ui.strong}`}>
            <a className={styles.link} href={url} target="_blank" rel="noopener nofollow ugc">
              {title}
            </a>
          </p>
          {description === null ? null : <p className={`${ui.twoLines} ${ui.note}`}>{description}</p>}
        </div>
        {canRemove ? (
          <IconButton
            className={styles.remove}
            label={`Remove the preview from the post by ${user}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            <X size={18} aria-hidden="true" />
          </IconButton>
        ) : null}
      </figure>
      {remove.isError ? <Notice tone="bad">Failed to remove the preview.</Notice> : null}
    </div>
  )
}
