import { findPreviewLink } from '@fieldhouse/domain/league/text-links'
import type { FastifyRequest } from 'fastify'
import type { JobRequester } from '../../../jobs/job-runner.ts'

/** Decides which page a post shows a preview of. */
export interface PreviewLinks {
  /** The URL of the page; null without one, and undefined when previews are turned off. */
  find(text: string, request: FastifyRequest): string | null | undefined
  /** Starts the fetch that a stored post has queued. */
  startFetch(url: string | null | undefined): void
}

type Options = {
  isOn: boolean
  /** The base URL of the site. */
  publicUrl: () => string
  jobs: Pick<JobRequester, 'wake'>
}

export function previewLinks({ isOn, publicUrl, jobs }: Options): PreviewLinks {
  return {
    find: (text, { host }) => (isOn ? findPreviewLink(text, [host, new URL(publicUrl()).host]) : undefined),
    startFetch(url) {
      if (url != null) jobs.wake()
    },
  }
}
