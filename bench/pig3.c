/* Pig of three seats that each play for themselves, by plain value iteration, for bench/exact.py and
   tests/exact/test_circle.py: scores in descending order of their sum; the three turn starts that busts
   lead through are played again and again, each by whoever is to move, until nothing changes. Where
   that never settles, it stops after ROUNDS, and the value is one of those that it went through. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <math.h>

#define MOST 101
#define ROUNDS 300

static double win[MOST][MOST][MOST][3]; /* by the scores from the seat to move on; its own first */
static double value[MOST + 8][3];

static double turn(int target, int own, int next, int last) {
    int need = target - own;
    double *bust = win[next][last][own];
    for (int k = need; k < need + 6; k++) value[k][0] = 1, value[k][1] = value[k][2] = 0;
    for (int k = need - 1; k >= 0; k--) {
        double v[3] = {bust[2], bust[0], bust[1]};
        for (int face = 2; face <= 6; face++)
            for (int seat = 0; seat < 3; seat++) v[seat] += value[k + face][seat];
        double *hold = win[next][last][own + k];
        int holds = k > 0 && hold[2] * 6 >= v[0];
        for (int seat = 0; seat < 3; seat++) value[k][seat] = holds ? hold[(seat + 2) % 3] : v[seat] / 6;
    }
    double change = 0;
    for (int seat = 0; seat < 3; seat++) {
        change = fmax(change, fabs(win[own][next][last][seat] - value[0][seat]));
        win[own][next][last][seat] = value[0][seat];
    }
    return change;
}

int main(int count, char **words) {
    int target = count > 1 ? atoi(words[1]) : 100, unsettled = 0;
    clock_t begin = clock();
    for (int sum = 3 * target - 3; sum >= 0; sum--)
        for (int a = sum < target ? sum : target - 1; 3 * a >= sum; a--)
            for (int b = 0; b <= a; b++) {
                int c = sum - a - b, rounds = 0;
                if (c < 0 || c > a || (c == a && b < a)) continue;
                double change = 1;
                while (change > 1e-14 && rounds++ < ROUNDS) {
                    change = turn(target, c, a, b);
                    change = fmax(change, turn(target, b, c, a));
                    change = fmax(change, turn(target, a, b, c));
                }
                unsettled += change > 1e-14;
            }
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    for (int seat = 0; seat < 3; seat++) printf("%.17g ", win[0][0][0][seat]);
    printf("%.9f %d\n", seconds, unsettled);
    return 0;
}
