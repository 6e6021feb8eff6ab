import { describe, expect, it } from 'vitest'
import type { ProtectRequest } from '#shared/desk/plan.ts'
import { watchStops, type StopResults, type Watched } from '#shared/desk/stop-watch.ts'
import { decimal } from '#test/support/amounts.ts'

const KEY = 'E-BTC-USDT:cross:long'

function stop(id: string, triggerPrice: number, volume: number): Watched {
  const request: ProtectRequest = {
    kind: 'protect',
    area: 'contract',
    instrument: 'E-BTC-USDT',
    positionKey: KEY,
    purpose: 'stopLoss',
    side: 'sell',
    marginMode: 'cross',
    volume: decimal(volume),
    triggerPrice: decimal(triggerPrice),
    trigger: 'fall',
  }
  return { id, request }
}

/** Feeds one read a second, with a mark and a volume (null: not listed), and returns the result of each. */
function story(
  stops: readonly Watched[],
  reads: readonly (readonly [mark: number | null, volume: number])[],
): StopResults[] {
  let watches: StopResults['watches'] = new Map()
  let standing = stops
  return reads.map(([mark, volume], at) => {
    const markPrice = mark === null ? null : decimal(mark)
    const looked = watchStops(watches, standing, [{ key: KEY, volume: decimal(volume), markPrice }], at * 1_000)
    watches = looked.watches
    standing = standing.filter(({ id }) => !looked.fired.includes(id))
    return looked
  })
}

const said = (looks: readonly StopResults[]) =>
  looks.map(({ fired, notFired }) => [...fired, ...notFired.map((id) => `${id}?`)].join())

describe('a stop whose trigger the mark has passed', () => {
  it('should have triggered when the position keeps its size for some seconds', () => {
    expect(
      said(
        story(
          [stop('a', 90, 10)],
          [
            [91, 10],
            [89, 10],
            [89, 10],
            [89, 10],
            [89, 10],
            [88, 10],
          ],
        ),
      ),
    ).toEqual(['', '', '', '', 'a?', 'a?'])
  })

  it('may take a moment: a mark that comes back, or a position that follows late, is no alarm', () => {
    expect(
      said(
        story(
          [stop('a', 90, 10)],
          [
            [91, 10],
            [89, 10],
            [91, 10],
            [89, 10],
            [89, 10],
            [89, 4],
          ],
        ),
      ),
    ).toEqual(['', '', '', '', '', ''])
    expect(
      said(
        story(
          [stop('a', 90, 6)],
          [
            [91, 10],
            [89, 10],
            [89, 10],
            [89, 4],
            [89, 4],
            [89, 4],
          ],
        ),
      ),
    ).toEqual(['', '', '', 'a', '', ''])
  })

  it('triggered when the position shrank by its size; the same contracts do not count for other stops', () => {
    const two = [stop('far', 89, 5), stop('near', 90, 5)]
    expect(
      said(
        story(two, [
          [91, 10],
          [88, 5],
          [88, 5],
          [88, 5],
          [88, 5],
        ]),
      ),
    ).toEqual(['', 'near', '', '', 'far?'])
    expect(
      said(
        story(two, [
          [91, 10],
          [88, 0.5],
        ]),
      ),
    ).toEqual(['', 'near'])
    expect(
      said(
        story(two, [
          [91, 11],
          [88, 1],
        ]),
      ),
    ).toEqual(['', 'near,far'])
  })

  it('is not judged while the mark is unknown, and keeps its state', () => {
    expect(
      said(
        story(
          [stop('a', 90, 10)],
          [
            [89, 10],
            [null, 10],
            [null, 10],
            [89, 10],
          ],
        ),
      ),
    ).toEqual(['', '', '', 'a?'])
  })

  it('is judged from the first read on when Plimsoll was started meanwhile', () => {
    expect(
      said(
        story(
          [stop('a', 90, 10)],
          [
            [89, 10],
            [89, 10],
            [89, 10],
            [89, 10],
          ],
        ),
      ),
    ).toEqual(['', '', '', 'a?'])
  })

  it('of another position is left alone', () => {
    const other = { key: 'E-ETH-USDT:cross:long', volume: decimal(1), markPrice: decimal(1) }
    expect(watchStops(new Map(), [stop('a', 90, 10)], [other], 0)).toEqual({
      watches: new Map(),
      fired: [],
      notFired: [],
    })
  })
})
