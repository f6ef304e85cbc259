/* Pig by the plain recursion, for bench/exact.py: scores in descending order of their sum, for each
   pair Newton's method on the two turn starts, every turn total from the target down. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <math.h>

#define MOST 1000

static double win[MOST][MOST], value[MOST + 8], slope[MOST + 8];

static double turn(int target, int own, int other, double bust, double *change) {
    int need = target - own;
    for (int k = need; k < need + 6; k++) value[k] = 1, slope[k] = 0;
    for (int k = need - 1; k >= 0; k--) {
        double v = bust, s = 1;
        for (int face = 2; face <= 6; face++) v += value[k + face], s += slope[k + face];
        v /= 6, s /= 6;
        double hold = k ? 1 - win[other][own + k] : 0;
        if (hold > v) v = hold, s = 0;
        value[k] = v, slope[k] = s;
    }
    *change = slope[0];
    return value[0];
}

int main(int count, char **words) {
    int target = count > 1 ? atoi(words[1]) : 100, times = count > 2 ? atoi(words[2]) : 1;
    clock_t begin = clock();
    for (int time = 0; time < times; time++)
        for (int sum = 2 * target - 2; sum >= 0; sum--)
            for (int i = sum < target ? sum : target - 1; 2 * i >= sum; i--) {
                int j = sum - i;
                double x = 0.5, y = 0.5, dx = 1, dy = 1;
                while (fabs(dx) > 1e-15 || fabs(dy) > 1e-15) {
                    double sx, sy, fx = turn(target, i, j, 1 - y, &sx) - x;
                    double fy = turn(target, j, i, 1 - x, &sy) - y;
                    dx = (fx - sx * fy) / (1 - sx * sy), dy = fy - sy * dx;
                    x += dx, y += dy;
                }
                win[i][j] = x, win[j][i] = y;
            }
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC / times;
    printf("%.17g %.9f\n", win[0][0], seconds);
    return 0;
}
