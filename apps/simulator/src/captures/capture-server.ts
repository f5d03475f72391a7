import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { errorBody, startListening, stopListening } from '../espn-http.ts'
import { findCapturedResponse } from './captured-response.ts'
import { CaptureFolderError, type Catalog, hasCapture, readCatalog } from './catalog.ts'

export type CaptureServerOptions = {
  /** A folder with `league-<id>/<season>/*.json` and `season/<year>/*.json`. */
  folder: string
  port?: number
  host?: string
  /**
   * File name, without extension, of the snapshot to serve for its season, such as `predraft-scoreboard`.
   * By default, a season is served as last captured. A request can override it with the path prefix
   * `/at/{snapshot}`.
   */
  snapshot?: string | null
}

export type CaptureServer = {
  /** Without a trailing slash, as ESPN_BASE_URL expects. */
  url: string
  seasons: { leagueId: number; season: number }[]
  close(): Promise<void>
}

/**
 * Serves captured bodies at the provider's own paths, without checking cookies. Throws a CaptureFolderError
 * when the folder is missing, or does not contain a league or the snapshot.
 */
export async function startCaptureServer(options: CaptureServerOptions): Promise<CaptureServer> {
  const { folder, port = 0, host = '127.0.0.1', snapshot = null } = options
  const catalog = await readCatalog(folder)
  if (snapshot !== null && !hasCapture(catalog, snapshot)) {
    throw new CaptureFolderError(`Capture ${snapshot} not found in ${folder}.`)
  }
  const server = createServer((request, response) => {
    void respond(catalog, snapshot, request, response)
  })
  const url = await startListening(server, port, host)
  return {
    url,
    seasons: catalog.seasons.map(({ leagueId, season }) => ({ leagueId, season })),
    close: () => stopListening(server),
  }
}

async function respond(
  catalog: Catalog,
  snapshot: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return send(response, 405, errorBody('METHOD_NOT_ALLOWED', 'Only GET and HEAD are supported.'))
  }
  try {
    const url = new URL(request.url ?? '/', 'http://captures')
    const header = request.headers['x-fantasy-filter']
    const filter = Array.isArray(header) ? header[0] : header
    const { status, body } = await findCapturedResponse(catalog, { url, filter, snapshot })
    send(response, status, body)
  } catch (error) {
    send(
      response,
      500,
      errorBody('CAPTURE_SERVER_FAILED', error instanceof Error ? error.message : String(error)),
    )
  }
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json;charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-fantasy-role': 'NONE',
  })
  response.end(body)
}
