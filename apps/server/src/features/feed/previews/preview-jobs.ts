import { z } from 'zod'
import type { JobKind, ScheduledJob } from '../../../jobs/job.ts'
import type { LinkPreviewSource } from '../../../providers/link-previews/link-preview-source.ts'
import { LINK_PREVIEW_JOB, type PreviewStore } from './preview-store.ts'

export type PreviewJobOptions = {
  store: PreviewStore
  /** null when previews are turned off, so that those that are queued are not fetched. */
  source: Pick<LinkPreviewSource, 'read'> | null
  log: { debug: (fields: object, message: string) => void }
  now: () => Date
}

const Payload = z.object({ urlKey: z.string() })

/** Fetches what a page says about itself. A failure is remembered like a page without a preview. */
export function previewJob({ store, source, log, now }: PreviewJobOptions): JobKind {
  return {
    kind: LINK_PREVIEW_JOB,
    async run({ payload, signal }) {
      const { urlKey } = Payload.parse(payload)
      const url = source === null ? null : await store.findDue(urlKey, now())
      if (source === null || url === null) return undefined
      const result = await source.read(url, signal)
      if (result.kind !== 'found') log.debug({ url, reason: result.reason }, 'link has no preview')
      await store.save(urlKey, result, now())
      return undefined
    },
    maxConcurrent: 4,
    maxConcurrentPerDestination: 1,
    isShort: true,
    keepFinished: 'delete',
  }
}

export function previewCleanupJob(store: Pick<PreviewStore, 'deleteUnused'>, now: () => Date): ScheduledJob {
  return {
    name: 'link-preview-clean-up',
    schedule: '17 5 * * *',
    run: () => store.deleteUnused(now()),
  }
}
